#ifndef TERM_POLYNOMIAL_H
#define TERM_POLYNOMIAL_H

/* Polynomials, as terms: a term is expanded if it is a sum of products of terms that are no sums. The normal form of sums (term.h) then makes equal
 * polynomials equal terms; what is not a sum, product or number is an indeterminate. */

#include "term/dag.h"

/* `t`, arithmetic, multiplied out; TERM_NONE if that has too many summands. */
term polynomial_expand(term_store *ts, term t);
/* How `t` changes when the substitution is applied: t[step] - t, expanded; TERM_NONE if that is too large. */
term polynomial_difference(term_store *ts, term t, substitution *step);
/* Is `b`, expanded, `a` times a number, both not 0? Then that is *out. */
bool polynomial_ratio(term_store *ts, term a, term b, int64_t *out);
/* Is it this number? */
bool polynomial_is_number(const term_store *ts, term t, int64_t number);

#endif
