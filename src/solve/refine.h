#ifndef SOLVE_REFINE_H
#define SOLVE_REFINE_H

/* Runs an engine on problems with operations that are hard for it: bit operations on integers, products, division by terms.
 *
 * The engine gets an abstraction first, in which these operations are variables about which lemmas are known. A model of it is a
 * model. A derivation of it is followed with the operations' real meaning: if a solver finds values for it, it is a derivation; if
 * not, lemmas are learnt from the values that were wrong, and the engine runs again. When that does not end in its share of
 * the time, the engine gets the problem as it is. */

#include "engine/engine.h"

/* Like e->run. */
void refine_run(const engine *e, const horn *h, const engine_context *context, result *out);

#endif
