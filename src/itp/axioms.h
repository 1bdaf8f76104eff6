#ifndef ITP_AXIOMS_H
#define ITP_AXIOMS_H

/* What linear arithmetic does not know of the terms it takes for variables. */

#include "term/term.h"

/* Appends what follows from the literals: the range of `x mod k`, of `x div k` (k a number), of floors and of bit-vectors as numbers, as
 * far as such terms occur in them; and what was written where, if an array is equal to a write. `out` is not the list of literals. */
void axioms_of(term_store *ts, const term *literals, size_t n, term_vec *out);

#endif
