#ifndef LOGIC_SOLVE_EQ_H
#define LOGIC_SOLVE_EQ_H

/* Solving equations: removes variables that a conjunction determines.
 *
 * For a constraint phi, solve_eq_run finds conjuncts that are equivalent to x = t, where x is an allowed symbol that t does not
 * have, and replaces x by t, until no such conjunct is left. With the eliminated symbols x1, .., xn and their definitions
 * ti = solve_eq_apply(xi), which have no eliminated symbol, and psi the result:
 *     phi  <=>  psi & x1 = t1 & ... & xn = tn.
 * Work is linear in the size of the DAG for each of a bounded number of rounds. */

#include "term/term.h"

typedef struct solve_eq solve_eq;

solve_eq *solve_eq_new(term_store *ts);
void solve_eq_free(solve_eq *e);
/* `symbol` may be eliminated; where an equation leaves a choice, the smallest rank goes first. */
void solve_eq_allow(solve_eq *e, term symbol, uint32_t rank);
/* May be called again with further constraints: eliminations accumulate. */
term solve_eq_run(solve_eq *e, term constraint);
/* `t` with every eliminated symbol replaced by its definition. */
term solve_eq_apply(solve_eq *e, term t);
size_t solve_eq_count(const solve_eq *e); /* of eliminated symbols */
bool solve_eq_has(const solve_eq *e, term symbol); /* is it eliminated? */
/* Gives back what only a following run or apply would use. */
void solve_eq_trim(solve_eq *e);

#endif
