#ifndef FRONT_LLVM_SPAN_H
#define FRONT_LLVM_SPAN_H

/* Int terms with bounds: what the operations on C's integers compute with before a result is brought back into its range.
 *
 * low <= t <= high always holds; low and high are numerals. A *choice* is an if-then-else between two numerals, mostly the 0 or 1
 * of a condition: operations with numerals go into it, so that the condition comes out again when it is asked for. */

#include "front/llvm/translate/cint.h"

typedef struct span {
    term t, low, high;
} span;

bool span_is_num(const term_store *ts, term t);
bool span_is_pow2(const term_store *ts, term num);
bool span_is_choice(const term_store *ts, term t);
/* On numerals. */
bool span_le(const term_store *ts, term a, term b);
term span_min(const term_store *ts, term a, term b);
term span_max(const term_store *ts, term a, term b);

static inline span span_of_num(term num) { return (span){num, num, num}; }
span span_add(term_store *ts, span a, span b);
span span_sub(term_store *ts, span a, span b);
span span_neg(term_store *ts, span a);
span span_mul(term_store *ts, span a, span b);
span span_div(term_store *ts, span a, term c); /* rounded down; c a numeral > 0 */

/* The cases of a value modulo m: `value` is v - k m, within [min, min + m), where v >= from and v is not in a later piece.
 * Ascending. Returns how many, or 0 if they are more than SPAN_PIECES. */
enum { SPAN_PIECES = 3 };
typedef struct span_piece {
    term from;
    span value;
} span_piece;
size_t span_pieces(term_store *ts, span v, term min, term modulus, span_piece *out);
/* The number in [min, min + modulus) that is congruent to v: by cases if they are few, otherwise by one `mod`. */
span span_reduce(term_store *ts, span v, term min, term modulus);

typedef enum span_relation { SPAN_EQ, SPAN_LT, SPAN_LE } span_relation;
term span_relate(term_store *ts, span_relation r, span a, span b); /* decided by the bounds if possible */
term span_at_least(term_store *ts, term t, term num);

/* Shared by the files that implement cint.h. */
span cint_span(term_store *ts, cint a);
span cint_span_as(term_store *ts, cint a, bool is_signed); /* of cint_as */
cint cint_wrap(term_store *ts, span v, uint32_t width, bool is_signed); /* v modulo 2^width */
cint cint_clip(term_store *ts, span v, uint32_t width, bool is_signed); /* v is within the range wherever it matters */

#endif
