#ifndef FRONT_LLVM_CINT_H
#define FRONT_LLVM_CINT_H

/* C's fixed-width integers as mathematical integers.
 *
 * A cint is an Int term whose value is always within the range of its representation: [-2^(w-1), 2^(w-1)) if it is signed,
 * [0, 2^w) if not. The same w bits have a value in either representation; cint_as converts. Operations give exactly the bits that
 * the machine's operation gives. Conditions under which C leaves the behaviour undefined (signed overflow, division by zero,
 * shift amounts) are given by the functions cint_..._defined, as Bool terms; a result is only meaningful where they hold.
 * Width 1 is LLVM's i1: unsigned, 0 or 1. Terms stay linear wherever a constant operand allows it: masks of low bits by `mod`,
 * shifts by constants by multiplication and `div`, and so on; the general case of a bit operation goes through bit-vectors
 * (bv2nat/int2bv), which is exact. */

#include "term/term.h"

typedef struct cint {
    term value; /* sort Int */
    uint32_t width;
    bool is_signed;
    term low, high; /* numerals: the value is even within these; no numerals (TERM_NONE, or all zero): nothing more is known */
} cint;

cint cint_of_int(term_store *ts, int64_t value, uint32_t width, bool is_signed);
cint cint_of_number(term_store *ts, const rat *bits, uint32_t width, bool is_signed); /* any integer: taken modulo 2^width */
/* The term is known to be within the range. */
cint cint_of_term(term value, uint32_t width, bool is_signed);
void cint_range(term_store *ts, uint32_t width, bool is_signed, term *low, term *high); /* numerals, inclusive */

cint cint_as(term_store *ts, cint a, bool is_signed); /* same bits, other representation */
cint cint_trunc(term_store *ts, cint a, uint32_t width, bool is_signed); /* width <= a.width */
cint cint_zext(term_store *ts, cint a, uint32_t width, bool is_signed);
cint cint_sext(term_store *ts, cint a, uint32_t width, bool is_signed);

/* Any operands of one width. `is_signed` is the representation of the result; it is chosen so that it costs least. `no_wrap`: the
 * caller knows that the mathematical result, on operands in the result's representation, is within the result's range (it has
 * assumed cint_..._defined). */
cint cint_add(term_store *ts, cint a, cint b, bool is_signed, bool no_wrap);
cint cint_sub(term_store *ts, cint a, cint b, bool is_signed, bool no_wrap);
cint cint_mul(term_store *ts, cint a, cint b, bool is_signed, bool no_wrap);
cint cint_udiv(term_store *ts, cint a, cint b, bool is_signed);
cint cint_urem(term_store *ts, cint a, cint b, bool is_signed);
cint cint_sdiv(term_store *ts, cint a, cint b, bool is_signed); /* truncates towards zero */
cint cint_srem(term_store *ts, cint a, cint b, bool is_signed);
cint cint_and(term_store *ts, cint a, cint b, bool is_signed);
cint cint_or(term_store *ts, cint a, cint b, bool is_signed);
cint cint_xor(term_store *ts, cint a, cint b, bool is_signed);
cint cint_shl(term_store *ts, cint a, cint b, bool is_signed, bool no_wrap);
cint cint_lshr(term_store *ts, cint a, cint b, bool is_signed);
cint cint_ashr(term_store *ts, cint a, cint b, bool is_signed);

/* Bool terms. */
term cint_eq(term_store *ts, cint a, cint b);
term cint_ult(term_store *ts, cint a, cint b);
term cint_ule(term_store *ts, cint a, cint b);
term cint_slt(term_store *ts, cint a, cint b);
term cint_sle(term_store *ts, cint a, cint b);
term cint_add_defined(term_store *ts, cint a, cint b); /* the signed sum does not overflow */
term cint_sub_defined(term_store *ts, cint a, cint b);
term cint_mul_defined(term_store *ts, cint a, cint b);
term cint_udiv_defined(term_store *ts, cint a, cint b); /* b is not 0 */
term cint_sdiv_fits(term_store *ts, cint a, cint b); /* it is not INT_MIN / -1 */
term cint_sdiv_defined(term_store *ts, cint a, cint b); /* b is not 0, and the quotient fits */
term cint_shift_defined(term_store *ts, cint a, cint b); /* 0 <= b < width */
term cint_shl_defined(term_store *ts, cint a, cint b); /* and the signed result fits, a >= 0: C11 6.5.7 */

/* If condition then a else b. */
cint cint_ite(term_store *ts, term condition, cint a, cint b); /* one width; the result has a's representation */

#endif
