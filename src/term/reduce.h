#ifndef TERM_REDUCE_H
#define TERM_REDUCE_H

/* What solvers fail to see about products: i <= n + 1 and n < i say i = n + 1, and then i * (i - 1) is n * n + n. */

#include "term/term.h"

/* A formula that has a model if `t` has: bounds that meet are equations, symbols of integers that those define are gone, case distinctions and
 * remainders that bounds decide are decided, sums and products are multiplied out. */
term reduce(term_store *ts, term t);

#endif
