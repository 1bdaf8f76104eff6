#ifndef ENGINE_INVGEN_INVGEN_H
#define ENGINE_INVGEN_INVGEN_H

/* InvGen: invariants by constraints on the parameters of templates, strengthened by abstract interpretation, tests and symbolic execution (Gupta, Majumdar,
 * Rybalchenko, "From Tests to Proofs", 2009). See docs/engines/invgen.md. */

#include "engine/engine.h"
#include "engine/invgen/system.h"

/* As the switches of the same names in engine_context.engine_options, each with or without `no-`. */
typedef struct invgen_options {
    bool absint; /* static strengthening: facts of abstract interpretation are conjoined to the steps */
    bool test; /* dynamic strengthening: states of runs */
    bool symb; /* dynamic strengthening: states of symbolic paths */
    bool smt; /* multipliers 0 and 1, by Z3 */
    bool lp; /* multipliers 0 and 1, by exact linear programs */
    bool factors; /* after these: multipliers as the steps have them, by Z3 */
    bool integers; /* after these: integers as parameters, by Z3 */
    bool reals; /* and multipliers as they are, by Z3's non-linear arithmetic */
    bool equations; /* templates have equations, too */
    bool disjuncts; /* templates with two disjuncts, by comparisons of the program */
    bool congruences; /* templates  a0 + a1*x1 + ... + an*xn = 0 modulo m */
    bool split; /* locations are split by Boolean arguments */
} invgen_options;

/* NULL, or the first name of the list (which may be NULL) that is no switch. */
const char *invgen_options_read(invgen_options *o, const char *list);

/* Is told the solution before it goes. */
typedef void invgen_seen_fn(void *context, const invgen_system *s, const invgen_solution *x);
/* `seen` may be NULL. */
void invgen_run_with(const horn *h, const engine_context *context, const invgen_options *options, result *out, invgen_seen_fn *seen, void *user);
void invgen_run(const horn *h, const engine_context *context, result *out);

#endif
