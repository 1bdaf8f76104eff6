#ifndef TERM_NUMERAL_H
#define TERM_NUMERAL_H

/* Numerals that are often needed. */

#include "term/term.h"

term term_mk_pow2(term_store *ts, uint32_t exponent); /* 2^exponent, an Int */

#endif
