#ifndef ITP_PREFERENCE_H
#define ITP_PREFERENCE_H

/* Which of two interpolants is the better one: the only place that knows. */

#include "term/term.h"

size_t preference_count_atoms(const term_store *ts, term t);
/* Fewer atoms, then fewer symbols, then smaller numbers. Lower is better. */
double preference_cost(const term_store *ts, term t);
/* The better of two formulas; one of them may be TERM_NONE. The first where they are equally good. */
term preference_choose(const term_store *ts, term a, term b);
/* Are all coefficients in the formulas as small as people's invariants have them? */
bool preference_is_simple(const term_store *ts, const term *formulas, size_t n);
/* A conjunction or disjunction in its shortest form: opposite bounds become an equation (its negation), weaker bounds of one sum go. */
term preference_tidy(term_store *ts, term t);

#endif
