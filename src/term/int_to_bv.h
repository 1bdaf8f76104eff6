#ifndef TERM_INT_TO_BV_H
#define TERM_INT_TO_BV_H

/* A formula about bounded integers as one about bit-vectors alone, with the same models.
 *
 * Each Int term becomes a word: a bit-vector that is its value in two's complement, just wide enough for the interval of its values
 * (bounds.h). Sums and products are computed in the width of their result, modulo which it does not matter what overflows on the way.
 * A symbol that an equation of the formula defines has no bits of its own.
 *
 * Division by zero may have any value: where a term depends on one, the atom around it becomes a free Boolean. So every model of the
 * formula, whatever a division by zero is in it, has a counterpart; the other way round that holds for models that need none. */

#include "term/term.h"

typedef struct int_to_bv int_to_bv;

int_to_bv *int_to_bv_new(term_store *ts, term formula);
void int_to_bv_free(int_to_bv *w);

/* The formula, of Bool and bit-vector terms; TERM_NONE if there is none: a symbol has no bounds, something in it is no Bool, Int or
 * bit-vector, or it would be too large. Unsatisfiable if and only if the original is, if no division by zero matters. Symbols that are
 * no Int are the same in both. */
term int_to_bv_formula(const int_to_bv *w);
/* No atom depends on a division by zero. */
term int_to_bv_no_risk(const int_to_bv *w);
/* The word of an Int symbol of the formula. */
term int_to_bv_of(const int_to_bv *w, term symbol);

#endif
