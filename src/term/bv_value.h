#ifndef TERM_BV_VALUE_H
#define TERM_BV_VALUE_H

/* Bit-vector operations on numbers in [0, 2^width), as SMT-LIB defines them, division by zero included. Results may alias
 * arguments. */

#include "term/term.h"

void bv_value_wrap(rat *r, uint32_t width); /* r modulo 2^width */
void bv_value_to_signed(rat *r, const rat *a, uint32_t width); /* in [-2^(width-1), 2^(width-1)) */
void bv_value_extract(rat *r, const rat *a, uint32_t high, uint32_t low);
/* TERM_BV_NOT, TERM_BV_NEG. */
void bv_value_unary(rat *r, term_kind k, const rat *a, uint32_t width);
/* TERM_BV_AND .. TERM_BV_ASHR; TERM_BV_CONCAT, where `width` is that of b. */
void bv_value_binary(rat *r, term_kind k, const rat *a, const rat *b, uint32_t width);
/* TERM_BV_ULT .. TERM_BV_SLE. */
bool bv_value_compare(term_kind k, const rat *a, const rat *b, uint32_t width);

#endif
