#ifndef BITS_DRAT_H
#define BITS_DRAT_H

/* A checker of refutations, which shares no code with the solver: each clause that a DRAT proof adds must follow from those there are by
 * unit propagation alone, up to the empty clause. (Clauses that are only RAT are refused: the solver, as it is used here, adds none.) */

#include "base/limits.h"
#include "base/vec.h"

VEC_DECLARE(int_vec, int);

typedef enum drat_verdict { DRAT_VALID, DRAT_INVALID, DRAT_OUT_OF_TIME } drat_verdict;

/* `clauses`: literals, each clause ends with 0. `proof`: in the binary form. */
drat_verdict drat_check(const int_vec *clauses, const unsigned char *proof, size_t size, const limits *limit);

#endif
