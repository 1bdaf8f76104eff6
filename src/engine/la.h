#ifndef ENGINE_LA_H
#define ENGINE_LA_H

/* Lazy annotation: see la/la.h and docs/engines/la.md. */

#include "engine/engine.h"

void la_run(const horn *h, const engine_context *context, result *out);

#endif
