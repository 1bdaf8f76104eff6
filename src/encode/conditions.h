#ifndef ENCODE_CONDITIONS_H
#define ENCODE_CONDITIONS_H

/* Where branches come together again, what they have in common is said once, and what covers all cases is not said at all:
 *   (R & c) or (R & !c & d)  is  R & (c or d)         (R & c) or (R & !c)  is  R */

#include "term/term.h"

/* A condition equivalent to the disjunction of edges[0 .. n-1], n > 0. Sets rests[i] such that, where the result holds, rests[i] holds
 * iff edges[i] does. */
term conditions_join(term_store *ts, const term *edges, size_t n, term *rests);

#endif
