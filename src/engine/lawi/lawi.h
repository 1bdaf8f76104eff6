#ifndef ENGINE_LAWI_LAWI_H
#define ENGINE_LAWI_LAWI_H

/* Lazy abstraction with interpolants (IMPACT), on Horn clauses. See docs/engines/lawi.md; unwinding.h has the invariants. */

#include "engine/engine.h"

void lawi_run(const horn *h, const engine_context *context, result *out);

#endif
