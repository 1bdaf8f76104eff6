#include "base/rat.h"

#include "base/alloc.h"
#include "base/map.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Two small operands never need GMP arithmetic: every intermediate value below fits 127 bits, since the magnitude of a
 * small numerator or denominator is at most 2^63 - 1. GMP works only once an operand is big. */

typedef __int128 wide;

static_assert(GMP_NUMB_BITS == 64 && sizeof(long) == 8, "a limb holds a small numerator or denominator");

static uint64_t magnitude(int64_t n) { return n < 0 ? 0 - (uint64_t)n : (uint64_t)n; }

static uint64_t gcd_words(uint64_t a, uint64_t b)
{
    if (a == 1 || b == 1) return 1;
    if (!a) return b;
    b %= a; /* operands often differ much in size, where the binary steps alone are slow */
    if (!b) return a;
    int shift = __builtin_ctzll(a | b);
    a >>= __builtin_ctzll(a);
    do {
        b >>= __builtin_ctzll(b);
        uint64_t low = a < b ? a : b;
        b = a < b ? b - a : a - b;
        a = low;
    } while (b);
    return a << shift;
}

/* Kept out of line so that the fast paths need no stack frame. */
static __attribute__((noinline)) void drop_big(rat *r)
{
    mpq_clear(r->big);
    free(r->big);
    r->big = NULL;
}

static inline void store_small(rat *r, int64_t num, int64_t den)
{
    assert(den > 0 && num != INT64_MIN);
    if (__builtin_expect(r->big != NULL, 0)) drop_big(r);
    r->num = num;
    r->den = den;
}

/* The GMP rational of `r` to write a result to; settle must follow. It still holds r's value if r is big. */
static mpq_ptr open_big(rat *r)
{
    if (!r->big) {
        r->big = alloc_bytes(sizeof *r->big);
        mpq_init(r->big);
    }
    return r->big;
}

static bool fits_word(mpz_srcptr z) { return mpz_size(z) <= 1 && mpz_getlimbn(z, 0) <= INT64_MAX; }

/* Restores the invariant after a canonical value was written to r->big. */
static void settle(rat *r)
{
    mpz_srcptr num = mpq_numref(r->big), den = mpq_denref(r->big);
    if (fits_word(num) && fits_word(den)) {
        store_small(r, mpz_get_si(num), mpz_get_si(den));
    } else {
        r->num = r->den = 0;
    }
}

static void settle_integer(rat *r)
{
    mpz_set_ui(mpq_denref(r->big), 1);
    settle(r);
}

static void set_mpz_wide(mpz_ptr z, wide n)
{
    unsigned __int128 bits = n < 0 ? 0 - (unsigned __int128)n : (unsigned __int128)n;
    mp_limb_t limbs[2] = {(mp_limb_t)bits, (mp_limb_t)(bits >> 64)};
    __mpz_struct view;
    mpz_set(z, mpz_roinit_n(&view, limbs, n < 0 ? -2 : 2));
}

/* num/den must be in lowest terms with den > 0. */
static void store_wide(rat *r, wide num, wide den)
{
    assert(den > 0);
    if (num >= -INT64_MAX && num <= INT64_MAX && den <= INT64_MAX) {
        store_small(r, (int64_t)num, (int64_t)den);
        return;
    }
    mpq_ptr q = open_big(r);
    set_mpz_wide(mpq_numref(q), num);
    set_mpz_wide(mpq_denref(q), den);
    r->num = r->den = 0;
}

/* A small rational seen as a GMP one, read-only and without allocation. Being a copy, it outlives changes of the rat. */
typedef struct big_view {
    __mpq_struct q;
    mp_limb_t num, den;
} big_view;

static mpq_srcptr view_big(big_view *v, const rat *a)
{
    if (a->big) return a->big;
    v->num = magnitude(a->num);
    v->den = (mp_limb_t)a->den;
    mpz_roinit_n(mpq_numref(&v->q), &v->num, a->num < 0 ? -1 : 1);
    mpz_roinit_n(mpq_denref(&v->q), &v->den, 1);
    return &v->q;
}

typedef void integer_op(mpz_ptr, mpz_srcptr, mpz_srcptr);
typedef void rational_op(mpq_ptr, mpq_srcptr, mpq_srcptr);

static void apply_integer(rat *r, const rat *a, const rat *b, integer_op *op)
{
    assert(rat_is_integer(a) && rat_is_integer(b));
    big_view va, vb;
    mpq_srcptr qa = view_big(&va, a), qb = view_big(&vb, b);
    op(mpq_numref(open_big(r)), mpq_numref(qa), mpq_numref(qb));
    settle_integer(r);
}

static void apply_rational(rat *r, const rat *a, const rat *b, rational_op *op)
{
    big_view va, vb;
    mpq_srcptr qa = view_big(&va, a), qb = view_big(&vb, b);
    op(open_big(r), qa, qb);
    settle(r);
}

/* The integer operation spares GMP the search for common factors. */
static void apply_either(rat *r, const rat *a, const rat *b, integer_op *on_integers, rational_op *on_rationals)
{
    if (rat_is_integer(a) && rat_is_integer(b)) {
        apply_integer(r, a, b, on_integers);
    } else {
        apply_rational(r, a, b, on_rationals);
    }
}

static inline bool are_small(const rat *a, const rat *b) { return !a->big && !b->big; }
static inline bool are_small_integers(const rat *a, const rat *b) { return a->den == 1 && b->den == 1; } /* big has den 0 */

void rat_init(rat *r)
{
    r->num = 0;
    r->den = 1;
    r->big = NULL;
}

void rat_release(rat *r)
{
    if (r->big) drop_big(r);
    rat_init(r);
}

void rat_set(rat *r, const rat *a)
{
    if (!a->big) {
        store_small(r, a->num, a->den);
        return;
    }
    mpq_set(open_big(r), a->big);
    r->num = r->den = 0;
}

void rat_set_int(rat *r, int64_t n) { store_wide(r, n, 1); }

void rat_set_frac(rat *r, int64_t num, int64_t den)
{
    assert(den != 0);
    wide divisor = gcd_words(magnitude(num), magnitude(den));
    if (den < 0) divisor = -divisor;
    store_wide(r, num / divisor, den / divisor);
}

void rat_swap(rat *a, rat *b)
{
    rat t = *a;
    *a = *b;
    *b = t;
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 16;
}

static bool is_number(const char *digits, size_t length, int base)
{
    for (size_t i = 0; i < length; i++)
        if (digit_value(digits[i]) >= base) return false;
    return length > 0;
}

static void set_natural(rat *r, const char *digits, size_t length, int base)
{
    if (length <= 15) { /* 16^15 fits a word */
        int64_t n = 0;
        for (size_t i = 0; i < length; i++) n = n * base + digit_value(digits[i]);
        store_small(r, n, 1);
        return;
    }
    char *copy = alloc_string(digits, length);
    int failed = mpz_set_str(mpq_numref(open_big(r)), copy, base);
    assert(!failed);
    (void)failed;
    free(copy);
    settle_integer(r);
}

static bool set_quotient(rat *r, const char *num, size_t num_length, const char *den, size_t den_length)
{
    if (!is_number(num, num_length, 10) || !is_number(den, den_length, 10)) return false;
    rat divisor;
    rat_init(&divisor);
    set_natural(&divisor, den, den_length, 10);
    bool defined = rat_sign(&divisor) != 0;
    if (defined) {
        set_natural(r, num, num_length, 10);
        rat_div(r, r, &divisor);
    }
    rat_release(&divisor);
    return defined;
}

static bool set_decimal(rat *r, const char *whole, size_t whole_length, const char *part, size_t part_length)
{
    if (!is_number(whole, whole_length, 10) || !is_number(part, part_length, 10)) return false;
    text digits;
    text_init(&digits);
    text_add(&digits, whole, whole_length);
    text_add(&digits, part, part_length);
    set_natural(r, digits.data, digits.size, 10);
    text_release(&digits);
    rat scale;
    rat_init(&scale);
    mpz_ui_pow_ui(mpq_numref(open_big(&scale)), 10, part_length);
    settle_integer(&scale);
    rat_div(r, r, &scale);
    rat_release(&scale);
    return true;
}

static bool set_unsigned(rat *r, const char *digits, size_t length)
{
    const char *bar = memchr(digits, '/', length), *point = memchr(digits, '.', length), *end = digits + length;
    if (bar) return set_quotient(r, digits, (size_t)(bar - digits), bar + 1, (size_t)(end - bar - 1));
    if (point) return set_decimal(r, digits, (size_t)(point - digits), point + 1, (size_t)(end - point - 1));
    if (!is_number(digits, length, 10)) return false;
    set_natural(r, digits, length, 10);
    return true;
}

bool rat_set_string(rat *r, const char *digits, size_t length, int base)
{
    assert(base == 2 || base == 10 || base == 16);
    if (base != 10) {
        if (!is_number(digits, length, base)) return false;
        set_natural(r, digits, length, base);
        return true;
    }
    bool negative = length > 0 && digits[0] == '-';
    if (negative) digits++, length--;
    if (!length || !set_unsigned(r, digits, length)) return false;
    if (negative) rat_neg(r, r);
    return true;
}

void rat_set_pow2(rat *r, uint32_t exponent)
{
    if (exponent < 63) {
        store_small(r, INT64_C(1) << exponent, 1);
        return;
    }
    mpz_ptr num = mpq_numref(open_big(r));
    mpz_set_ui(num, 1);
    mpz_mul_2exp(num, num, exponent);
    settle_integer(r);
}

/* Knuth, The Art of Computer Programming 2, 4.5.1: no common factor remains but one of the gcd of the denominators. */
static void add_small(rat *r, int64_t an, int64_t ad, int64_t bn, int64_t bd)
{
    int64_t g = (int64_t)gcd_words((uint64_t)ad, (uint64_t)bd);
    if (g == 1) {
        store_wide(r, (wide)an * bd + (wide)bn * ad, (wide)ad * bd);
        return;
    }
    wide sum = (wide)an * (bd / g) + (wide)bn * (ad / g);
    int64_t h = (int64_t)gcd_words(magnitude((int64_t)(sum % g)), (uint64_t)g);
    store_wide(r, sum / h, (wide)(ad / g) * (bd / h));
}

static void mul_small(rat *r, int64_t an, int64_t ad, int64_t bn, int64_t bd)
{
    int64_t g = (int64_t)gcd_words(magnitude(an), (uint64_t)bd);
    int64_t h = (int64_t)gcd_words(magnitude(bn), (uint64_t)ad);
    store_wide(r, (wide)(an / g) * (bn / h), (wide)(ad / h) * (bd / g));
}

void rat_add(rat *r, const rat *a, const rat *b)
{
    int64_t sum;
    if (are_small_integers(a, b) && !__builtin_add_overflow(a->num, b->num, &sum) && sum != INT64_MIN) {
        store_small(r, sum, 1);
    } else if (are_small(a, b)) {
        add_small(r, a->num, a->den, b->num, b->den);
    } else {
        apply_either(r, a, b, mpz_add, mpq_add);
    }
}

void rat_sub(rat *r, const rat *a, const rat *b)
{
    int64_t difference;
    if (are_small_integers(a, b) && !__builtin_sub_overflow(a->num, b->num, &difference) && difference != INT64_MIN) {
        store_small(r, difference, 1);
    } else if (are_small(a, b)) {
        add_small(r, a->num, a->den, -b->num, b->den);
    } else {
        apply_either(r, a, b, mpz_sub, mpq_sub);
    }
}

void rat_mul(rat *r, const rat *a, const rat *b)
{
    int64_t product;
    if (are_small_integers(a, b) && !__builtin_mul_overflow(a->num, b->num, &product) && product != INT64_MIN) {
        store_small(r, product, 1);
    } else if (are_small(a, b)) {
        mul_small(r, a->num, a->den, b->num, b->den);
    } else {
        apply_either(r, a, b, mpz_mul, mpq_mul);
    }
}

void rat_div(rat *r, const rat *a, const rat *b)
{
    assert(rat_sign(b) != 0);
    if (!are_small(a, b)) {
        apply_rational(r, a, b, mpq_div);
    } else if (b->num > 0) {
        mul_small(r, a->num, a->den, b->den, b->num);
    } else {
        mul_small(r, a->num, a->den, -b->den, -b->num);
    }
}

void rat_neg(rat *r, const rat *a)
{
    if (!a->big) {
        store_small(r, -a->num, a->den);
        return;
    }
    mpq_neg(open_big(r), a->big);
    settle(r);
}

void rat_abs(rat *r, const rat *a)
{
    if (rat_sign(a) < 0) {
        rat_neg(r, a);
    } else {
        rat_set(r, a);
    }
}

void rat_inv(rat *r, const rat *a)
{
    assert(rat_sign(a) != 0);
    if (a->big) {
        mpq_inv(open_big(r), a->big);
        settle(r);
    } else if (a->num > 0) {
        store_small(r, a->den, a->num);
    } else {
        store_small(r, -a->den, -a->num);
    }
}

void rat_addmul(rat *r, const rat *a, const rat *b)
{
    if (are_small_integers(a, b) && r->den == 1) {
        int64_t product, sum;
        if (!__builtin_mul_overflow(a->num, b->num, &product) && !__builtin_add_overflow(r->num, product, &sum) &&
            sum != INT64_MIN) {
            r->num = sum;
        } else {
            store_wide(r, (wide)a->num * b->num + r->num, 1);
        }
        return;
    }
    rat product;
    rat_init(&product);
    rat_mul(&product, a, b);
    rat_add(r, r, &product);
    rat_release(&product);
}

void rat_floor(rat *r, const rat *a)
{
    if (a->big) {
        mpz_fdiv_q(mpq_numref(open_big(r)), mpq_numref(a->big), mpq_denref(a->big));
        settle_integer(r);
        return;
    }
    int64_t q = a->num / a->den;
    store_small(r, q - (q * a->den > a->num), 1);
}

void rat_ceil(rat *r, const rat *a)
{
    if (a->big) {
        mpz_cdiv_q(mpq_numref(open_big(r)), mpq_numref(a->big), mpq_denref(a->big));
        settle_integer(r);
        return;
    }
    int64_t q = a->num / a->den;
    store_small(r, q + (q * a->den < a->num), 1);
}

void rat_num(rat *r, const rat *a)
{
    if (!a->big) {
        store_small(r, a->num, 1);
        return;
    }
    mpz_set(mpq_numref(open_big(r)), mpq_numref(a->big));
    settle_integer(r);
}

void rat_den(rat *r, const rat *a)
{
    if (!a->big) {
        store_small(r, a->den, 1);
        return;
    }
    mpz_set(mpq_numref(open_big(r)), mpq_denref(a->big));
    settle_integer(r);
}

void rat_gcd(rat *r, const rat *a, const rat *b)
{
    if (are_small_integers(a, b)) {
        store_small(r, (int64_t)gcd_words(magnitude(a->num), magnitude(b->num)), 1);
    } else {
        apply_integer(r, a, b, mpz_gcd);
    }
}

void rat_lcm(rat *r, const rat *a, const rat *b)
{
    if (!are_small_integers(a, b)) {
        apply_integer(r, a, b, mpz_lcm);
    } else if (a->num == 0 || b->num == 0) {
        store_small(r, 0, 1);
    } else {
        uint64_t m = magnitude(a->num), n = magnitude(b->num);
        store_wide(r, (wide)(m / gcd_words(m, n)) * (wide)n, 1);
    }
}

void rat_div_euclid(rat *q, const rat *a, const rat *b)
{
    assert(rat_sign(b) != 0);
    if (!are_small_integers(a, b)) {
        apply_integer(q, a, b, rat_sign(b) > 0 ? mpz_fdiv_q : mpz_cdiv_q);
        return;
    }
    int64_t quotient = a->num / b->num;
    if (a->num % b->num < 0) quotient += b->num > 0 ? -1 : 1;
    store_small(q, quotient, 1);
}

void rat_mod_euclid(rat *m, const rat *a, const rat *b)
{
    assert(rat_sign(b) != 0);
    if (!are_small_integers(a, b)) {
        apply_integer(m, a, b, mpz_mod);
        return;
    }
    int64_t rest = a->num % b->num;
    if (rest < 0) rest += b->num > 0 ? b->num : -b->num;
    store_small(m, rest, 1);
}

void rat_bit_and(rat *r, const rat *a, const rat *b)
{
    assert(rat_sign(a) >= 0 && rat_sign(b) >= 0);
    if (are_small_integers(a, b)) {
        store_small(r, a->num & b->num, 1);
    } else {
        apply_integer(r, a, b, mpz_and);
    }
}

void rat_bit_or(rat *r, const rat *a, const rat *b)
{
    assert(rat_sign(a) >= 0 && rat_sign(b) >= 0);
    if (are_small_integers(a, b)) {
        store_small(r, a->num | b->num, 1);
    } else {
        apply_integer(r, a, b, mpz_ior);
    }
}

void rat_bit_xor(rat *r, const rat *a, const rat *b)
{
    assert(rat_sign(a) >= 0 && rat_sign(b) >= 0);
    if (are_small_integers(a, b)) {
        store_small(r, a->num ^ b->num, 1);
    } else {
        apply_integer(r, a, b, mpz_xor);
    }
}

bool rat_bit_test(const rat *a, uint32_t index)
{
    assert(rat_is_integer(a) && rat_sign(a) >= 0);
    if (a->big) return mpz_tstbit(mpq_numref(a->big), index);
    return index < 63 && ((a->num >> index) & 1);
}

int rat_sign(const rat *a)
{
    if (a->big) return mpq_sgn(a->big);
    return (a->num > 0) - (a->num < 0);
}

int rat_cmp(const rat *a, const rat *b)
{
    if (are_small(a, b)) {
        if (a->den == b->den) return (a->num > b->num) - (a->num < b->num);
        wide left = (wide)a->num * b->den, right = (wide)b->num * a->den;
        return (left > right) - (left < right);
    }
    big_view va, vb;
    int order = mpq_cmp(view_big(&va, a), view_big(&vb, b));
    return (order > 0) - (order < 0);
}

bool rat_is_equal(const rat *a, const rat *b)
{
    if (a->num != b->num || a->den != b->den) return false;
    assert(!a->big == !b->big);
    return !a->big || mpq_equal(a->big, b->big);
}

bool rat_is_integer(const rat *a) { return a->big ? mpz_cmp_ui(mpq_denref(a->big), 1) == 0 : a->den == 1; }

bool rat_is_one(const rat *a) { return a->num == 1 && a->den == 1; }

bool rat_is_minus_one(const rat *a) { return a->num == -1 && a->den == 1; }

bool rat_to_int64(const rat *a, int64_t *out)
{
    if (a->den == 1) {
        *out = a->num;
        return true;
    }
    /* The one big value that fits is INT64_MIN. */
    if (!a->big || !rat_is_integer(a) || !mpz_fits_slong_p(mpq_numref(a->big))) return false;
    *out = mpz_get_si(mpq_numref(a->big));
    return true;
}

static uint64_t hash_mpz(mpz_srcptr z) { return map_hash_bytes(mpz_limbs_read(z), mpz_size(z) * sizeof(mp_limb_t)); }

uint64_t rat_hash(const rat *a)
{
    /* Mixing the bare numerator would make small fractions collide. */
    if (!a->big) return map_hash_mix(map_hash_u64((uint64_t)a->num), (uint64_t)a->den);
    uint64_t h = map_hash_mix(hash_mpz(mpq_numref(a->big)), hash_mpz(mpq_denref(a->big)));
    return mpq_sgn(a->big) < 0 ? ~h : h;
}

void rat_print(text *out, const rat *a)
{
    if (!a->big) {
        text_printf(out, "%" PRId64, a->num);
        if (a->den != 1) text_printf(out, "/%" PRId64, a->den);
        return;
    }
    size_t room = mpz_sizeinbase(mpq_numref(a->big), 10) + mpz_sizeinbase(mpq_denref(a->big), 10) + 3;
    char *digits = alloc_bytes(room); /* sign, bar and NUL besides the digits, as mpq_get_str asks */
    text_adds(out, mpq_get_str(digits, 10, a->big));
    free(digits);
}

size_t rat_bits(const rat *a)
{
    if (a->big) return mpz_sizeinbase(mpq_numref(a->big), 2) + mpz_sizeinbase(mpq_denref(a->big), 2);
    return (size_t)(128 - __builtin_clzll(magnitude(a->num) | 1) - __builtin_clzll((uint64_t)a->den));
}
