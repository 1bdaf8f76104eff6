#ifndef RECURRENCE_LOOP_H
#define RECURRENCE_LOOP_H

/* One turn of a loop, and any number of turns.
 *
 * A self-loop  P(x) & phi => P(t)  is split into cases, each a conjunction of guards with updates that have no case distinction. Let f be a case's update, and
 * D p = p[f] - p the difference of a polynomial p over x. By Newton's formula the value of p after k turns is the sum of
 *   D^d p * C(k, d)   (binomial coefficients),   and that is finite if D^d p = 0 for some d.
 * So x := x + 1, x := x + y with a constant y, and sums of sums all have their n-th iterate, as do products of such variables.
 * If D^d p = (a - 1) D^(d-1) p, as with x := a * x + c, the last summand is D^(d-1) p times powers of a that are summed up; a is -1, and the sum is 0, 1, 0, 1, ..,
 * or it is another one, and the number of turns is one of a table's, because what grows by a factor soon exceeds every number of the guards.
 * The coefficients C(n, 2) and C(n, 3) are variables c2, c3 with 2 c2 = n (n - 1) and 3 c3 = c2 (n - 2).
 *
 * An argument that does not depend on what it was is what the last turn makes of the others.
 *
 * A guard holds in turns 0 .. n - 1. Where its side p is linear or convex in the number of turns, it is enough that  p <= b  in the first and in the last one. */

#include "base/arena.h"
#include "horn/horn.h"

/* A case of a self-loop: P(vars) & guards => P(next). */
typedef struct loop_case {
    uint32_t origin; /* the clause */
    const term *vars; /* distinct symbols; one for each argument */
    size_t arity;
    const term *next; /* by argument */
    term_vec guards; /* of every turn */
    term_vec inputs; /* variables of the clause that are no arguments */
    term_vec values; /* by input: what it is in a turn, over vars and other inputs: itself, or what equations say */
} loop_case;
VEC_DECLARE(loop_case_vec, loop_case);

/* Appends the cases of a self-loop: together they are the clause. False, and nothing is appended, if its arguments are not distinct variables or there are too
 * many cases. Arrays of the cases live in `mem`. */
bool loop_cases(arena *mem, const horn *h, uint32_t origin, loop_case_vec *out);
void loop_case_release(loop_case *c);

/* `turns` turns of a case: from `vars` with `condition` to `after`, which are over vars, inputs, turns, c2 and c3. Inputs are the same in all turns. */
typedef struct loop_iterate {
    term turns; /* >= 0 */
    term condition; /* what allows that many turns from `vars` on, and says what c2 and c3 are */
    /* If it holds of `vars`, the condition is the exact one; otherwise that may exclude turns that are possible. */
    term exact_if;
    const term *after; /* by argument */
} loop_iterate;

/* How an argument grows: after k turns it is d[0] + d[1] C(k, 1) + .. + d[n-1] C(k, n-1), and the d are over vars, as they are before the turns. */
enum { LOOP_DEGREE = 3 };
typedef struct loop_growth {
    term d[LOOP_DEGREE + 1];
    size_t n; /* 0: it does not grow like that, or inputs that may be others in each turn are added */
} loop_growth;

void loop_growths_find(term_store *ts, const loop_case *c, loop_growth *out); /* by argument */

/* False if it has no such iterate. */
bool loop_iterate_find(arena *mem, term_store *ts, const loop_case *c, loop_iterate *out);

#endif
