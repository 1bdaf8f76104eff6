#ifndef ITP_TASTE_H
#define ITP_TASTE_H

/* Which of two interpolants is the better one: the only place that knows. */

#include "term/term.h"

size_t taste_count_atoms(const term_store *ts, term t);
/* Fewer atoms, then fewer symbols, then smaller numbers. Lower is better. */
double taste_cost(const term_store *ts, term t);
/* The better of two formulas; one of them may be TERM_NONE. The first where they are equally good. */
term taste_choose(const term_store *ts, term a, term b);
/* Are all coefficients in the formulas as small as people's invariants have them? */
bool taste_is_simple(const term_store *ts, const term *formulas, size_t n);
/* A conjunction or disjunction in its shortest form: opposite bounds become an equation (its negation), weaker bounds of one sum go. */
term taste_tidy(term_store *ts, term t);

#endif
