#ifndef ENGINE_INTERLA_INTERLA_H
#define ENGINE_INTERLA_INTERLA_H

/* Lazy annotation (docs/engines/interla.md): symbolic execution from the facts towards the queries; where the search is blocked it learns a
 * label, a condition under which no query can be reached, so that it is not blocked in the same way again. */

#include "engine/engine.h"

void interla_run(const horn *h, const engine_context *context, result *out);

#endif
