#ifndef SOLVE_FUNCTIONS_H
#define SOLVE_FUNCTIONS_H

/* Problems with uninterpreted functions, for engines that know none: counterexample-guided search for an interpretation.
 *
 * Functions are given an interpretation, a table with a default, and what that makes of the problem goes to the engine. A model of it, with the interpretation, is one of the
 * problem. A derivation is made as general as is easy: its clauses are instantiated with terms in which functions are applied, where values came from
 * functions. What it needs of the functions is excluded from then on, and if nothing is left the problem is unsafe: the instances are the refutation. Axioms, quantified
 * formulas without predicates, are instantiated on demand in this way, as they are queries. The search may go on for ever, and gives up after many rounds. */

#include "solve/variant.h"

/* v->h has functions. */
void functions_run(const variant *v, const engine *e, const engine_context *c, result *out);

#endif
