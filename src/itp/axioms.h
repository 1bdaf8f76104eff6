#ifndef ITP_AXIOMS_H
#define ITP_AXIOMS_H

/* What linear arithmetic does not know of the terms it takes for variables. */

#include "term/term.h"

/* Appends rows that hold for every value: the range of `x mod k`, of `x div k` (k a number), floors, and bit-vectors as numbers, as far
 * as such terms occur in the literals. */
void axioms_of(term_store *ts, const term *literals, size_t n, term_vec *out);

#endif
