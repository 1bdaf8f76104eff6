#ifndef ENGINE_BACKWARD_H
#define ENGINE_BACKWARD_H

/* Backward reachability: the states from which a query can be reached, computed exactly by projection, a step at a time, until there are no new
 * ones. What is left is a model. docs/adding-an-engine.md tells how it was written. */

#include "engine/engine.h"

void backward_run(const horn *h, const engine_context *context, result *out);

#endif
