#ifndef SOLVE_REFINE_H
#define SOLVE_REFINE_H

/* Runs an engine on problems with operations that are hard for it: bit operations on integers, products, division by terms.
 *
 * After a short try with the problem as it is, the engine gets an abstraction, in which these operations are variables about which
 * lemmas are known. A model of it is a model. A derivation of it is followed with the operations' real meaning: if a solver
 * finds values for it, it is a derivation; if not, lemmas are learnt from the values that were wrong, and the engine runs again.
 * When that does not end in its share of the time, the engine gets the problem as it is again. */

#include "engine/engine.h"

/* Like e->run. */
void refine_run(const engine *e, const horn *h, const engine_context *context, result *out);

/* The abstraction alone. False if that gives no answer; out then has no reason, just statistics. */
bool refine_abstractly(const engine *e, const horn *h, const engine_context *context, result *out);

#endif
