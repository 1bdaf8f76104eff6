#ifndef BASE_RAT_H
#define BASE_RAT_H

/* Exact rationals. A value that fits is a pair of machine words; otherwise it is a GMP rational behind `big`.
 *
 * Invariant: the form is canonical. If `big` is NULL, den > 0, gcd(num, den) = 1 and num, den are not INT64_MIN;
 * if it is not NULL, the value does not fit that form, `*big` is canonical and num = den = 0. So equal values have
 * equal forms, and rat_is_equal and rat_hash need no arithmetic on the fast path.
 *
 * A rat owns `big`: initialise before use, release after. Results may alias arguments. */

#include "base/text.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct rat {
    int64_t num, den;
    __mpq_struct *big;
} rat;

void rat_init(rat *r); /* 0 */
void rat_release(rat *r);
void rat_set(rat *r, const rat *a);
void rat_set_int(rat *r, int64_t n);
void rat_set_frac(rat *r, int64_t num, int64_t den); /* den != 0 */
void rat_swap(rat *a, rat *b);

/* Reads "12", "-3", "3/4", "1.25" or, with base 2 or 16, digits only. False (and r unchanged) if `length` bytes at `digits`
 * are not just such a number. */
bool rat_set_string(rat *r, const char *digits, size_t length, int base);
void rat_set_pow2(rat *r, uint32_t exponent); /* 2^exponent */

void rat_add(rat *r, const rat *a, const rat *b);
void rat_sub(rat *r, const rat *a, const rat *b);
void rat_mul(rat *r, const rat *a, const rat *b);
void rat_div(rat *r, const rat *a, const rat *b); /* b != 0 */
void rat_neg(rat *r, const rat *a);
void rat_abs(rat *r, const rat *a);
void rat_inv(rat *r, const rat *a); /* a != 0 */
void rat_addmul(rat *r, const rat *a, const rat *b); /* r += a * b */

void rat_floor(rat *r, const rat *a);
void rat_ceil(rat *r, const rat *a);
void rat_num(rat *r, const rat *a); /* numerator, with the sign */
void rat_den(rat *r, const rat *a); /* denominator, positive */

/* On integers only. gcd and lcm are never negative; gcd(0, 0) = 0. Euclidean: a = b * q + m with 0 <= m < |b|, b != 0. */
void rat_gcd(rat *r, const rat *a, const rat *b);
void rat_lcm(rat *r, const rat *a, const rat *b);
void rat_div_euclid(rat *q, const rat *a, const rat *b);
void rat_mod_euclid(rat *m, const rat *a, const rat *b);
/* Bitwise, on non-negative integers. */
void rat_bit_and(rat *r, const rat *a, const rat *b);
void rat_bit_or(rat *r, const rat *a, const rat *b);
void rat_bit_xor(rat *r, const rat *a, const rat *b);
bool rat_bit_test(const rat *a, uint32_t index);

int rat_sign(const rat *a); /* -1, 0, 1 */
int rat_cmp(const rat *a, const rat *b);
bool rat_is_equal(const rat *a, const rat *b);
bool rat_is_integer(const rat *a);
bool rat_is_one(const rat *a);
bool rat_is_minus_one(const rat *a);
bool rat_to_int64(const rat *a, int64_t *out); /* false if it does not fit or is no integer */
size_t rat_bits(const rat *a); /* of numerator and denominator together */
uint64_t rat_hash(const rat *a);
void rat_print(text *out, const rat *a); /* "-3/4" */

#endif
