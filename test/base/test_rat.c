/* Every operation of rat.h against GMP's mpq, with all ways a result may alias an argument. */

#include "base/rat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct random_state {
    uint64_t s;
} random_state;

static uint64_t random_word(random_state *g)
{
    uint64_t x = g->s += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

static uint32_t random_below(random_state *g, uint32_t bound) { return (uint32_t)(random_word(g) % bound); }

typedef enum shape { ANY, NONZERO, INTEGER, NONZERO_INTEGER, NATURAL } shape;

static void random_magnitude(random_state *g, mpz_ptr z)
{
    static const unsigned EDGES[] = {0, 31, 32, 61, 62, 62, 63, 63, 63, 64, 64, 65, 126, 127, 128};
    switch (random_below(g, 5)) {
    case 0: mpz_set_ui(z, random_below(g, 12)); return;
    case 1: mpz_set_ui(z, random_word(g) >> random_below(g, 64)); return;
    case 2: /* around a power of two where the representation or a limb changes */
        mpz_set_ui(z, 0);
        mpz_setbit(z, EDGES[random_below(g, sizeof EDGES / sizeof *EDGES)]);
        mpz_add_ui(z, z, random_below(g, 4));
        mpz_sub_ui(z, z, random_below(g, 4));
        mpz_abs(z, z);
        return;
    case 3: /* many small factors, so that fractions cancel */
        mpz_set_ui(z, 1);
        for (uint32_t i = random_below(g, 24); i > 0; i--) mpz_mul_ui(z, z, 2 + random_below(g, 14));
        return;
    default:
        mpz_set_ui(z, random_word(g));
        for (uint32_t i = random_below(g, 5); i > 0; i--) {
            mpz_mul_2exp(z, z, 1 + random_below(g, 64));
            mpz_add_ui(z, z, random_word(g));
        }
    }
}

static void random_mpq(random_state *g, mpq_ptr q, shape s)
{
    random_magnitude(g, mpq_numref(q));
    if ((s == NONZERO || s == NONZERO_INTEGER) && mpq_sgn(q) == 0) mpz_set_ui(mpq_numref(q), 1);
    mpz_set_ui(mpq_denref(q), 1);
    if ((s == ANY || s == NONZERO) && random_below(g, 2)) {
        random_magnitude(g, mpq_denref(q));
        if (mpz_sgn(mpq_denref(q)) == 0) mpz_set_ui(mpq_denref(q), 3);
    }
    if (s != NATURAL && random_below(g, 2)) mpz_neg(mpq_numref(q), mpq_numref(q));
    mpq_canonicalize(q);
}

static bool has_shape(mpq_srcptr q, shape s)
{
    if ((s == NONZERO || s == NONZERO_INTEGER) && mpq_sgn(q) == 0) return false;
    if (s == NATURAL && mpq_sgn(q) < 0) return false;
    return s == ANY || s == NONZERO || mpz_cmp_ui(mpq_denref(q), 1) == 0;
}

/* A second operand whose sum, product or quotient with `a` likely falls back into, or just out of, machine words. */
static void random_partner(random_state *g, mpq_ptr b, mpq_srcptr a, shape s)
{
    mpq_t edge;
    mpq_init(edge);
    random_mpq(g, edge, s);
    switch (random_below(g, 6)) {
    case 0: mpq_set(b, a); break;
    case 1: mpq_neg(b, a); break;
    case 2: mpq_sub(b, edge, a); break;
    case 3: mpq_add(b, edge, a); break;
    case 4:
        mpq_set(b, edge);
        if (mpq_sgn(a)) mpq_div(b, edge, a);
        break;
    default: mpq_set(b, edge);
    }
    if (!has_shape(b, s)) mpq_set(b, edge);
    mpq_clear(edge);
}

static void rat_from_mpq(rat *r, mpq_srcptr q)
{
    char *digits = mpq_get_str(NULL, 10, q);
    assert_true(rat_set_string(r, digits, strlen(digits), 10));
    free(digits);
}

static bool fits(mpz_srcptr z) { return mpz_sizeinbase(z, 2) <= 63; }

static void check_value(const rat *r, mpq_srcptr expected)
{
    bool small = fits(mpq_numref(expected)) && fits(mpq_denref(expected));
    if (small) {
        assert_null(r->big);
        assert_true(r->num == mpz_get_si(mpq_numref(expected)));
        assert_true(r->den == mpz_get_si(mpq_denref(expected)));
    } else {
        assert_non_null(r->big);
        assert_true(r->num == 0 && r->den == 0);
        assert_true(mpq_equal(r->big, expected));
    }
}

typedef void binary_op(rat *, const rat *, const rat *);
typedef void unary_op(rat *, const rat *);
typedef void binary_oracle(mpq_ptr, mpq_srcptr, mpq_srcptr);
typedef void unary_oracle(mpq_ptr, mpq_srcptr);

#define INTEGER_ORACLE(NAME, OPERATION) \
    static void NAME(mpq_ptr r, mpq_srcptr a, mpq_srcptr b) \
    { \
        OPERATION(mpq_numref(r), mpq_numref(a), mpq_numref(b)); \
        mpz_set_ui(mpq_denref(r), 1); \
    } \
    typedef int NAME##_declared

INTEGER_ORACLE(oracle_gcd, mpz_gcd);
INTEGER_ORACLE(oracle_lcm, mpz_lcm);
INTEGER_ORACLE(oracle_and, mpz_and);
INTEGER_ORACLE(oracle_or, mpz_ior);
INTEGER_ORACLE(oracle_xor, mpz_xor);

static const struct binary_case {
    binary_op *op;
    binary_oracle *oracle;
    shape left, right;
} BINARY[] = {
    {rat_add, mpq_add, ANY, ANY},
    {rat_sub, mpq_sub, ANY, ANY},
    {rat_mul, mpq_mul, ANY, ANY},
    {rat_div, mpq_div, ANY, NONZERO},
    {rat_add, mpq_add, INTEGER, INTEGER},
    {rat_sub, mpq_sub, INTEGER, INTEGER},
    {rat_mul, mpq_mul, INTEGER, INTEGER},
    {rat_div, mpq_div, INTEGER, NONZERO_INTEGER},
    {rat_gcd, oracle_gcd, INTEGER, INTEGER},
    {rat_lcm, oracle_lcm, INTEGER, INTEGER},
    {rat_bit_and, oracle_and, NATURAL, NATURAL},
    {rat_bit_or, oracle_or, NATURAL, NATURAL},
    {rat_bit_xor, oracle_xor, NATURAL, NATURAL},
};

static void check_binary(random_state *g, const struct binary_case *c, mpq_srcptr qa, mpq_srcptr qb)
{
    mpq_t expected, junk;
    mpq_inits(expected, junk, NULL);
    rat a, b, r;
    rat_init(&a);
    rat_init(&b);
    rat_init(&r);
    c->oracle(expected, qa, qb);

    random_mpq(g, junk, ANY);
    rat_from_mpq(&r, junk);
    rat_from_mpq(&a, qa);
    rat_from_mpq(&b, qb);
    c->op(&r, &a, &b);
    check_value(&r, expected);
    check_value(&a, qa);
    check_value(&b, qb);

    rat_set(&r, &a);
    c->op(&r, &r, &b);
    check_value(&r, expected);
    rat_set(&r, &b);
    c->op(&r, &a, &r);
    check_value(&r, expected);

    if (has_shape(qb, c->left)) {
        c->oracle(expected, qb, qb);
        c->op(&a, &b, &b);
        check_value(&a, expected);
        c->op(&b, &b, &b);
        check_value(&b, expected);
    }
    rat_release(&a);
    rat_release(&b);
    rat_release(&r);
    mpq_clears(expected, junk, NULL);
}

static void test_binary_operations_agree_with_gmp(void **state)
{
    (void)state;
    random_state g = {1};
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    for (size_t i = 0; i < sizeof BINARY / sizeof *BINARY; i++) {
        for (int round = 0; round < 4000; round++) {
            random_mpq(&g, a, BINARY[i].left);
            random_partner(&g, b, a, BINARY[i].right);
            check_binary(&g, &BINARY[i], a, b);
        }
    }
    mpq_clears(a, b, NULL);
}

static void oracle_floor(mpq_ptr r, mpq_srcptr a)
{
    mpz_fdiv_q(mpq_numref(r), mpq_numref(a), mpq_denref(a));
    mpz_set_ui(mpq_denref(r), 1);
}

static void oracle_ceil(mpq_ptr r, mpq_srcptr a)
{
    mpz_cdiv_q(mpq_numref(r), mpq_numref(a), mpq_denref(a));
    mpz_set_ui(mpq_denref(r), 1);
}

static void oracle_num(mpq_ptr r, mpq_srcptr a) { mpq_set_z(r, mpq_numref(a)); }
static void oracle_den(mpq_ptr r, mpq_srcptr a) { mpq_set_z(r, mpq_denref(a)); }
static void oracle_neg(mpq_ptr r, mpq_srcptr a) { mpq_neg(r, a); }
static void oracle_abs(mpq_ptr r, mpq_srcptr a) { mpq_abs(r, a); }

static const struct unary_case {
    unary_op *op;
    unary_oracle *oracle;
    shape argument;
} UNARY[] = {
    {rat_set, mpq_set, ANY},       {rat_neg, oracle_neg, ANY},     {rat_abs, oracle_abs, ANY}, {rat_inv, mpq_inv, NONZERO},
    {rat_floor, oracle_floor, ANY}, {rat_ceil, oracle_ceil, ANY}, {rat_num, oracle_num, ANY}, {rat_den, oracle_den, ANY},
};

static void test_unary_operations_agree_with_gmp(void **state)
{
    (void)state;
    random_state g = {2};
    mpq_t q, expected, junk;
    mpq_inits(q, expected, junk, NULL);
    rat a, r;
    rat_init(&a);
    rat_init(&r);
    for (size_t i = 0; i < sizeof UNARY / sizeof *UNARY; i++) {
        for (int round = 0; round < 4000; round++) {
            random_mpq(&g, q, UNARY[i].argument);
            random_mpq(&g, junk, ANY);
            UNARY[i].oracle(expected, q);
            rat_from_mpq(&a, q);
            rat_from_mpq(&r, junk);
            UNARY[i].op(&r, &a);
            check_value(&r, expected);
            check_value(&a, q);
            UNARY[i].op(&a, &a);
            check_value(&a, expected);
        }
    }
    rat_release(&a);
    rat_release(&r);
    mpq_clears(q, expected, junk, NULL);
}

static void test_addmul_agrees_with_gmp(void **state)
{
    (void)state;
    random_state g = {3};
    mpq_t qa, qb, qr, expected;
    mpq_inits(qa, qb, qr, expected, NULL);
    rat a, b, r;
    rat_init(&a);
    rat_init(&b);
    rat_init(&r);
    for (int round = 0; round < 12000; round++) {
        shape s = round % 2 ? INTEGER : ANY;
        random_mpq(&g, qa, s);
        random_mpq(&g, qb, s);
        mpq_mul(expected, qa, qb);
        random_partner(&g, qr, expected, s);
        mpq_add(expected, expected, qr);
        rat_from_mpq(&a, qa);
        rat_from_mpq(&b, qb);
        rat_from_mpq(&r, qr);
        rat_addmul(&r, &a, &b);
        check_value(&r, expected);

        mpq_mul(expected, qa, qb);
        mpq_add(expected, expected, qa);
        rat_set(&r, &a);
        rat_addmul(&r, &r, &b);
        check_value(&r, expected);
        rat_set(&r, &a);
        rat_addmul(&r, &b, &r);
        check_value(&r, expected);
        mpq_mul(expected, qa, qa);
        mpq_add(expected, expected, qa);
        rat_addmul(&a, &a, &a);
        check_value(&a, expected);
    }
    rat_release(&a);
    rat_release(&b);
    rat_release(&r);
    mpq_clears(qa, qb, qr, expected, NULL);
}

/* a = b * q + m and 0 <= m < |b| determine q and m; checked in GMP, and for both ways of aliasing. */
static void test_euclidean_law(void **state)
{
    (void)state;
    random_state g = {4};
    mpq_t qa, qb, expected;
    mpq_inits(qa, qb, expected, NULL);
    rat a, b, q, m, t;
    rat *all[] = {&a, &b, &q, &m, &t};
    for (int i = 0; i < 5; i++) rat_init(all[i]);
    for (int round = 0; round < 15000; round++) {
        random_mpq(&g, qa, INTEGER);
        random_partner(&g, qb, qa, NONZERO_INTEGER);
        rat_from_mpq(&a, qa);
        rat_from_mpq(&b, qb);
        rat_div_euclid(&q, &a, &b);
        rat_mod_euclid(&m, &a, &b);
        assert_true(rat_is_integer(&q) && rat_is_integer(&m));
        assert_true(rat_sign(&m) >= 0);
        rat_abs(&t, &b);
        assert_true(rat_cmp(&m, &t) < 0);
        rat_set(&t, &m);
        rat_addmul(&t, &b, &q);
        check_value(&t, qa);

        mpz_mod(mpq_numref(expected), mpq_numref(qa), mpq_numref(qb));
        check_value(&m, expected);
        mpq_sub(expected, qa, expected);
        mpq_div(expected, expected, qb);
        check_value(&q, expected);

        rat_set(&t, &a);
        rat_div_euclid(&t, &t, &b);
        assert_true(rat_is_equal(&t, &q));
        rat_set(&t, &b);
        rat_div_euclid(&t, &a, &t);
        assert_true(rat_is_equal(&t, &q));
        rat_set(&t, &a);
        rat_mod_euclid(&t, &t, &b);
        assert_true(rat_is_equal(&t, &m));
        rat_set(&t, &b);
        rat_mod_euclid(&t, &a, &t);
        assert_true(rat_is_equal(&t, &m));
    }
    for (int i = 0; i < 5; i++) rat_release(all[i]);
    mpq_clears(qa, qb, expected, NULL);
}

static int sign_of(int x) { return (x > 0) - (x < 0); }

static void check_predicates(const rat *a, mpq_srcptr q)
{
    bool integer = mpz_cmp_ui(mpq_denref(q), 1) == 0, word = integer && mpz_fits_slong_p(mpq_numref(q));
    int64_t n = 77;
    assert_int_equal(rat_sign(a), mpq_sgn(q));
    assert_int_equal(rat_is_integer(a), integer);
    assert_int_equal(rat_is_one(a), mpq_cmp_si(q, 1, 1) == 0);
    assert_int_equal(rat_is_minus_one(a), mpq_cmp_si(q, -1, 1) == 0);
    assert_int_equal(rat_to_int64(a, &n), word);
    assert_true(n == (word ? mpz_get_si(mpq_numref(q)) : 77));
}

static void test_comparisons_agree_with_gmp(void **state)
{
    (void)state;
    random_state g = {5};
    mpq_t qa, qb;
    mpq_inits(qa, qb, NULL);
    rat a, b;
    rat_init(&a);
    rat_init(&b);
    for (int round = 0; round < 20000; round++) {
        random_mpq(&g, qa, ANY);
        random_partner(&g, qb, qa, ANY);
        rat_from_mpq(&a, qa);
        rat_from_mpq(&b, qb);
        int order = sign_of(mpq_cmp(qa, qb));
        assert_int_equal(rat_cmp(&a, &b), order);
        assert_int_equal(rat_cmp(&b, &a), -order);
        assert_int_equal(rat_is_equal(&a, &b), order == 0);
        if (order == 0) assert_true(rat_hash(&a) == rat_hash(&b));
        check_predicates(&a, qa);
        rat_swap(&a, &b);
        check_value(&a, qb);
        check_value(&b, qa);
    }
    rat_release(&a);
    rat_release(&b);
    mpq_clears(qa, qb, NULL);
}

static int compare_words(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

/* 64-bit hashes of 30,000 different values: a good hash collides in one such test of 10^10. */
static void test_hash_separates_values(void **state)
{
    (void)state;
    enum { SIDE = 100, COUNT = 3 * SIDE * SIDE };
    uint64_t *hashes = malloc(COUNT * sizeof *hashes);
    size_t count = 0;
    rat a, huge;
    rat_init(&a);
    rat_init(&huge);
    rat_set_pow2(&huge, 200);
    for (int64_t n = -SIDE; n < SIDE; n++) {
        for (int64_t d = 2; d < 2 + SIDE / 2; d++) {
            rat_set_frac(&a, n * d + 1, d); /* n + 1/d */
            hashes[count++] = rat_hash(&a);
            rat_add(&a, &a, &huge);
            hashes[count++] = rat_hash(&a);
            rat_neg(&a, &a);
            hashes[count++] = rat_hash(&a);
        }
    }
    assert_int_equal(count, COUNT);
    qsort(hashes, COUNT, sizeof *hashes, compare_words);
    for (size_t i = 1; i < COUNT; i++) assert_true(hashes[i - 1] != hashes[i]);
    rat_release(&a);
    rat_release(&huge);
    free(hashes);
}

static void test_setting_words(void **state)
{
    (void)state;
    static const int64_t EDGES[] = {0, 1, -1, 2, -2, 6, -6, INT64_MAX, -INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_MIN + 2,
                                    INT64_C(1) << 62, -(INT64_C(1) << 62), (INT64_C(1) << 62) - 1};
    enum { EDGE_COUNT = sizeof EDGES / sizeof *EDGES };
    mpq_t q;
    mpq_init(q);
    rat r;
    rat_init(&r);
    for (int i = 0; i < EDGE_COUNT; i++) {
        mpq_set_si(q, EDGES[i], 1);
        rat_set_int(&r, EDGES[i]);
        check_value(&r, q);
        check_predicates(&r, q);
        for (int j = 1; j < EDGE_COUNT; j++) {
            mpz_set_si(mpq_numref(q), EDGES[i]);
            mpz_set_si(mpq_denref(q), EDGES[j]);
            mpq_canonicalize(q);
            rat_set_frac(&r, EDGES[i], EDGES[j]);
            check_value(&r, q);
        }
    }
    rat_release(&r);
    mpq_clear(q);
}

static void test_bits(void **state)
{
    (void)state;
    random_state g = {6};
    mpq_t q;
    mpq_init(q);
    rat a;
    rat_init(&a);
    for (uint32_t e = 0; e < 400; e++) {
        mpq_set_ui(q, 1, 1);
        mpq_mul_2exp(q, q, e);
        rat_set_pow2(&a, e);
        check_value(&a, q);
    }
    for (int round = 0; round < 2000; round++) {
        random_mpq(&g, q, NATURAL);
        rat_from_mpq(&a, q);
        for (uint32_t i = 0; i < 200; i++) assert_int_equal(rat_bit_test(&a, i), mpz_tstbit(mpq_numref(q), i));
        assert_false(rat_bit_test(&a, UINT32_MAX));
    }
    rat_release(&a);
    mpq_clear(q);
}

static void test_string_round_trip(void **state)
{
    (void)state;
    random_state g = {7};
    mpq_t q;
    mpq_init(q);
    rat a, b;
    rat_init(&a);
    rat_init(&b);
    text t;
    text_init(&t);
    for (int round = 0; round < 8000; round++) {
        random_mpq(&g, q, ANY);
        rat_from_mpq(&a, q);
        check_value(&a, q);
        text_clear(&t);
        rat_print(&t, &a);
        char *expected = mpq_get_str(NULL, 10, q);
        assert_string_equal(t.data, expected);
        free(expected);
        assert_true(rat_set_string(&b, t.data, t.size, 10));
        assert_true(rat_is_equal(&a, &b));
    }
    text_release(&t);
    rat_release(&a);
    rat_release(&b);
    mpq_clear(q);
}

static void test_strings_in_other_bases(void **state)
{
    (void)state;
    random_state g = {8};
    mpq_t q;
    mpq_init(q);
    rat a;
    rat_init(&a);
    for (int round = 0; round < 6000; round++) {
        static const int BASES[] = {2, 16, -16}; /* GMP writes upper-case digits for a negative base */
        int base = BASES[round % 3];
        random_mpq(&g, q, NATURAL);
        char *digits = mpz_get_str(NULL, base, mpq_numref(q));
        assert_true(rat_set_string(&a, digits, strlen(digits), abs(base)));
        check_value(&a, q);
        free(digits);
    }
    rat_release(&a);
    mpq_clear(q);
}

/* A decimal n.f with k digits after the point is nf / 10^k. */
static void test_decimals(void **state)
{
    (void)state;
    random_state g = {9};
    mpq_t q;
    mpq_init(q);
    rat a;
    rat_init(&a);
    for (int round = 0; round < 6000; round++) {
        char digits[64], plain[64];
        uint32_t whole = 1 + random_below(&g, 25), part = 1 + random_below(&g, 25), sign = random_below(&g, 2), n = 0, p = 0;
        if (sign) digits[n++] = plain[p++] = '-';
        for (uint32_t i = 0; i < whole + part; i++) {
            char c = (char)('0' + random_below(&g, 10));
            if (i == whole) digits[n++] = '.';
            digits[n++] = c;
            plain[p++] = c;
        }
        plain[p] = 0;
        mpz_set_str(mpq_numref(q), plain, 10);
        mpz_ui_pow_ui(mpq_denref(q), 10, part);
        mpq_canonicalize(q);
        assert_true(rat_set_string(&a, digits, n, 10));
        check_value(&a, q);
    }
    rat_release(&a);
    mpq_clear(q);
}

static void test_malformed_strings_change_nothing(void **state)
{
    (void)state;
    static const char *const MALFORMED[] = {
        "", "-", "+1", "1.", ".5", "/", "1/", "/2", "1/0", "1/00", "1/-2", "1 ", " 1", "1a", "a", "--1", "1.2.3", "1.2/3",
        "1/2/3", "1/2.5", "0x10", "1e5", "-.", "-/1", "1.5 ", "12345678901234567890x", "12345678901234567890/0",
    };
    static const struct {
        const char *digits;
        int base;
    } IN_BASE[] = {{"", 2}, {"2", 2}, {"-1", 2}, {"1.1", 2}, {"1/1", 2}, {"g", 16}, {"-a", 16}, {"a.b", 16}, {"0x1", 16}};
    rat before, a;
    rat_init(&before);
    rat_init(&a);
    for (int big = 0; big < 2; big++) {
        rat_set_pow2(&before, big ? 100 : 10);
        rat_set(&a, &before);
        for (size_t i = 0; i < sizeof MALFORMED / sizeof *MALFORMED; i++) {
            assert_false(rat_set_string(&a, MALFORMED[i], strlen(MALFORMED[i]), 10));
            assert_true(rat_is_equal(&a, &before));
        }
        for (size_t i = 0; i < sizeof IN_BASE / sizeof *IN_BASE; i++) {
            assert_false(rat_set_string(&a, IN_BASE[i].digits, strlen(IN_BASE[i].digits), IN_BASE[i].base));
            assert_true(rat_is_equal(&a, &before));
        }
    }
    rat_release(&before);
    rat_release(&a);
}

static void test_string_length_is_respected(void **state)
{
    (void)state;
    rat a;
    rat_init(&a);
    int64_t n = 0;
    assert_true(rat_set_string(&a, "1234/0", 3, 10));
    assert_true(rat_to_int64(&a, &n) && n == 123);
    assert_false(rat_set_string(&a, "12\0", 3, 10));
    assert_true(rat_set_string(&a, "-0", 2, 10));
    assert_int_equal(rat_sign(&a), 0);
    rat_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binary_operations_agree_with_gmp),
        cmocka_unit_test(test_unary_operations_agree_with_gmp),
        cmocka_unit_test(test_addmul_agrees_with_gmp),
        cmocka_unit_test(test_euclidean_law),
        cmocka_unit_test(test_comparisons_agree_with_gmp),
        cmocka_unit_test(test_hash_separates_values),
        cmocka_unit_test(test_setting_words),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_string_round_trip),
        cmocka_unit_test(test_strings_in_other_bases),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_malformed_strings_change_nothing),
        cmocka_unit_test(test_string_length_is_respected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
