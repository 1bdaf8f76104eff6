#ifndef TERM_BOUNDS_H
#define TERM_BOUNDS_H

/* Which values the integers in a formula may have, as intervals that the formula implies.
 *
 * The conjuncts of the formula bound its symbols: x <= 9, 2 x + y = 7 where y is bounded, what all disjuncts of a disjunction say, again
 * and again until nothing more is learnt (a few rounds). The interval of any other term follows from those of its symbols alone,
 * for all values in them: it does not depend on the formula being true. */

#include "term/interval.h"
#include "term/term.h"

typedef struct bounds bounds;

/* About the formula, and the terms of `others`. */
bounds *bounds_new(term_store *ts, term formula, const term *others, size_t n);
void bounds_free(bounds *b);

bool bounds_is_contradictory(const bounds *b); /* the formula has no model; the intervals are of no use */
/* Of a subterm that is an Int, or a bit-vector as a natural number. A division by zero among its subterms is left out of account. */
const interval *bounds_of(const bounds *b, term t);
/* Is t, an Int subterm, never 0 where the formula is true? */
bool bounds_is_nonzero(const bounds *b, term t);

#endif
