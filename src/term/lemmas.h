#ifndef TERM_LEMMAS_H
#define TERM_LEMMAS_H

/* What linear arithmetic should know about the operations that it does not have.
 *
 * An operation is *hard* if it is one of
 *   x div y, x mod y       by a number other than 0, or by a term
 *   x * y * ...            of terms
 *   a floating-point operation (float.h)
 *   bv2nat(b), b = c, b < c, b <= c (signed or not)    where b, c are bit-vectors
 * A lemma about a hard operation t is a formula that holds for all values of the symbols; t itself occurs in it, beside terms of
 * which the hard ones have fewer operators under them or are closer to linear arithmetic, so that adding the lemmas about
 * those ends. Whoever replaces each hard term in a formula by a symbol and conjoins the lemmas, replaced alike, gets a
 * linear formula that is implied (abstraction.h).
 *
 * A bit-vector is always seen through the number that bv2nat gives: `and` is bounded by its arguments, `or` and `xor` are sums
 * and differences with `and`, the others are defined by arithmetic. */

#include "term/eval.h"
#include "term/term.h"

bool lemmas_is_about(const term_store *ts, term t); /* t is hard, and has no loose bound variable */
bool lemmas_is_about_part(const term_store *ts, term t); /* some subterm is */
/* The lemmas about t define it: it has the right value wherever the terms in them have. */
bool lemmas_is_definition(const term_store *ts, term t);
/* The quotient or remainder by a number: linear arithmetic with one more variable is enough to define it. */
bool lemmas_is_division_by_number(const term_store *ts, term t);

/* The definition of t = int2bv(x) by the other direction, which solvers are better at: bv2nat(t) = x mod 2^width. */
term lemmas_define_bits(term_store *ts, term t);

/* Appends what always helps. */
void lemmas_add(term_store *ts, term t, term_vec *out);
/* Appends lemmas that exclude the value `wrong` of t where the terms that t is made of have the values that `e` gives them. They say
 * more than that: what holds where one argument has its value, on one side of it, or for some of the bits. Nothing if `e`
 * cannot tell, or if it meets a division by zero. */
void lemmas_add_at(term_store *ts, term t, evaluator *e, term wrong, term_vec *out);
/* Appends the terms, Int or Real, that t is made of: its arguments, and bv2nat of those that are bit-vectors. */
void lemmas_inputs(term_store *ts, term t, term_vec *out);

#endif
