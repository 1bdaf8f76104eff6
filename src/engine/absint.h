#ifndef ENGINE_ABSINT_H
#define ENGINE_ABSINT_H

/* Abstract interpretation as an engine: safe if the facts (absint/absint.h) contradict every query. It finds models only. */

#include "engine/engine.h"

void absint_run(const horn *h, const engine_context *context, result *out);

#endif
