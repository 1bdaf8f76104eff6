/* C's integers as mathematical integers against the machine's own arithmetic. */

#include "front/llvm/translate/cint.h"
#include "term/dag.h"
#include "term/eval.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/* ---- the machine ---- */

typedef enum op { ADD, SUB, MUL, UDIV, UREM, SDIV, SREM, AND, OR, XOR, SHL, LSHR, ASHR, OPS } op;
typedef enum test_kind {
    EQ,
    ULT,
    ULE,
    SLT,
    SLE,
    ADD_DEF,
    SUB_DEF,
    MUL_DEF,
    UDIV_DEF,
    SDIV_DEF,
    SHIFT_DEF,
    SHL_DEF,
    TESTS
} test_kind;

static const char *const OP_NAMES[OPS] = {"add", "sub", "mul", "udiv", "urem", "sdiv", "srem",
                                          "and", "or",  "xor", "shl",  "lshr", "ashr"};
static const char *const TEST_NAMES[TESTS] = {"eq", "ult", "ule", "slt", "sle", "add_defined", "sub_defined", "mul_defined",
                                              "udiv_defined", "sdiv_defined", "shift_defined", "shl_defined"};

static uint64_t mask_of(uint32_t width) { return width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }

#define MACHINE(N) \
    static uint64_t machine_op_##N(op o, uint64_t a, uint64_t b) \
    { \
        uint##N##_t x = (uint##N##_t)a, y = (uint##N##_t)b; \
        int##N##_t s = (int##N##_t)x, t = (int##N##_t)y; \
        switch (o) { \
        case ADD: return (uint##N##_t)(x + y); \
        case SUB: return (uint##N##_t)(x - y); \
        case MUL: return (uint##N##_t)((uint64_t)x * y); \
        case UDIV: return (uint##N##_t)(x / y); \
        case UREM: return (uint##N##_t)(x % y); \
        case SDIV: return (uint##N##_t)(s / t); \
        case SREM: return (uint##N##_t)(s % t); \
        case AND: return x & y; \
        case OR: return x | y; \
        case XOR: return x ^ y; \
        case SHL: return (uint##N##_t)((uint64_t)x << y); \
        case LSHR: return (uint##N##_t)(x >> y); \
        case ASHR: return (uint##N##_t)(s >> y); \
        default: assert_true(false); return 0; \
        } \
    } \
    static bool machine_test_##N(test_kind k, uint64_t a, uint64_t b) \
    { \
        uint##N##_t x = (uint##N##_t)a, y = (uint##N##_t)b; \
        int##N##_t s = (int##N##_t)x, t = (int##N##_t)y, r; \
        switch (k) { \
        case EQ: return x == y; \
        case ULT: return x < y; \
        case ULE: return x <= y; \
        case SLT: return s < t; \
        case SLE: return s <= t; \
        case ADD_DEF: return !__builtin_add_overflow(s, t, &r); \
        case SUB_DEF: return !__builtin_sub_overflow(s, t, &r); \
        case MUL_DEF: return !__builtin_mul_overflow(s, t, &r); \
        case UDIV_DEF: return y != 0; \
        case SDIV_DEF: return t != 0 && !(t == -1 && __builtin_sub_overflow((int##N##_t)0, s, &r)); \
        case SHIFT_DEF: return y < N; \
        case SHL_DEF: return y < N && s >= 0 && (uint64_t)s <= (mask_of(N - 1) >> y); \
        default: assert_true(false); return false; \
        } \
    } \
    static bool machine_fits_##N(op o, bool is_signed, uint64_t a, uint64_t b) \
    { \
        uint##N##_t x = (uint##N##_t)a, y = (uint##N##_t)b, u; \
        int##N##_t s = (int##N##_t)x, t = (int##N##_t)y, r; \
        if (o == ADD) return is_signed ? !__builtin_add_overflow(s, t, &r) : !__builtin_add_overflow(x, y, &u); \
        if (o == SUB) return is_signed ? !__builtin_sub_overflow(s, t, &r) : !__builtin_sub_overflow(x, y, &u); \
        if (o == MUL) return is_signed ? !__builtin_mul_overflow(s, t, &r) : !__builtin_mul_overflow(x, y, &u); \
        if (y >= N) return false; \
        uint##N##_t shifted = (uint##N##_t)((uint64_t)x << y); \
        return is_signed ? (int##N##_t)shifted >> y == s : shifted >> y == x; \
    }

MACHINE(8)
MACHINE(16)
MACHINE(32)
MACHINE(64)

/* Width 1 on the eight-bit machine: the unsigned value zero-extended, the signed one sign-extended. */
static uint64_t extend_1(uint64_t bit, bool is_signed) { return is_signed && bit ? 0xff : bit; }

static bool is_signed_op(op o) { return o == SDIV || o == SREM || o == ASHR; }

static uint64_t machine_op(uint32_t width, op o, uint64_t a, uint64_t b)
{
    switch (width) {
    case 1: return machine_op_8(o, extend_1(a, is_signed_op(o)), extend_1(b, is_signed_op(o) && o != ASHR)) & 1;
    case 8: return machine_op_8(o, a, b);
    case 16: return machine_op_16(o, a, b);
    case 32: return machine_op_32(o, a, b);
    default: assert_int_equal(width, 64); return machine_op_64(o, a, b);
    }
}

static bool machine_test_1(test_kind k, uint64_t a, uint64_t b)
{
    int s = a ? -1 : 0, t = b ? -1 : 0;
    switch (k) {
    case ADD_DEF: return s + t >= -1 && s + t <= 0;
    case SUB_DEF: return s - t >= -1 && s - t <= 0;
    case MUL_DEF: return s * t <= 0;
    case SDIV_DEF: return t != 0 && s / t <= 0;
    case SHIFT_DEF: return b == 0;
    case SHL_DEF: return b == 0 && s >= 0;
    case SLT: return s < t;
    case SLE: return s <= t;
    default: return machine_test_8(k, a, b);
    }
}

static bool machine_test(uint32_t width, test_kind k, uint64_t a, uint64_t b)
{
    switch (width) {
    case 1: return machine_test_1(k, a, b);
    case 8: return machine_test_8(k, a, b);
    case 16: return machine_test_16(k, a, b);
    case 32: return machine_test_32(k, a, b);
    default: assert_int_equal(width, 64); return machine_test_64(k, a, b);
    }
}

/* Whether the mathematical result is within the range of that representation. */
static bool machine_fits(uint32_t width, op o, bool is_signed, uint64_t a, uint64_t b)
{
    switch (width) {
    case 1:
        if (o == SHL) return b == 0;
        if (!is_signed) return o == ADD ? a + b < 2 : o == SUB ? a >= b : true;
        return machine_test_1(o == ADD ? ADD_DEF : o == SUB ? SUB_DEF : MUL_DEF, a, b);
    case 8: return machine_fits_8(o, is_signed, a, b);
    case 16: return machine_fits_16(o, is_signed, a, b);
    case 32: return machine_fits_32(o, is_signed, a, b);
    default: assert_int_equal(width, 64); return machine_fits_64(o, is_signed, a, b);
    }
}

static bool is_op_defined(uint32_t width, op o, uint64_t a, uint64_t b)
{
    if (o == UDIV || o == UREM) return b != 0;
    if (o == SDIV || o == SREM) return machine_test(width, SDIV_DEF, a, b);
    if (o == SHL || o == LSHR || o == ASHR) return b < width;
    return true;
}

/* ---- the terms ---- */

static cint apply(term_store *ts, op o, cint a, cint b, bool is_signed, bool no_wrap)
{
    switch (o) {
    case ADD: return cint_add(ts, a, b, is_signed, no_wrap);
    case SUB: return cint_sub(ts, a, b, is_signed, no_wrap);
    case MUL: return cint_mul(ts, a, b, is_signed, no_wrap);
    case UDIV: return cint_udiv(ts, a, b, is_signed);
    case UREM: return cint_urem(ts, a, b, is_signed);
    case SDIV: return cint_sdiv(ts, a, b, is_signed);
    case SREM: return cint_srem(ts, a, b, is_signed);
    case AND: return cint_and(ts, a, b, is_signed);
    case OR: return cint_or(ts, a, b, is_signed);
    case XOR: return cint_xor(ts, a, b, is_signed);
    case SHL: return cint_shl(ts, a, b, is_signed, no_wrap);
    case LSHR: return cint_lshr(ts, a, b, is_signed);
    default: return cint_ashr(ts, a, b, is_signed);
    }
}

static term apply_test(term_store *ts, test_kind k, cint a, cint b)
{
    static term (*const TEST[TESTS])(term_store *, cint, cint) = {
        cint_eq,          cint_ult,         cint_ule,          cint_slt,          cint_sle,           cint_add_defined,
        cint_sub_defined, cint_mul_defined, cint_udiv_defined, cint_sdiv_defined, cint_shift_defined, cint_shl_defined};
    return TEST[k](ts, a, b);
}

/* The number that the bits are in a representation. */
static term number_of_bits(term_store *ts, uint64_t bits, uint32_t width, bool is_signed)
{
    char digits[32];
    bool negative = is_signed && (bits >> (width - 1) & 1);
    unsigned __int128 magnitude = negative ? ((unsigned __int128)1 << width) - bits : bits;
    int length = snprintf(digits, sizeof digits, "%s%llu", negative ? "-" : "", (unsigned long long)magnitude);
    rat r;
    rat_init(&r);
    assert_true(rat_set_string(&r, digits, (size_t)length, 10));
    term t = term_mk_num(ts, &r, sort_int(ts));
    rat_release(&r);
    return t;
}

typedef struct operand {
    bool is_signed, is_constant;
    term symbol;
} operand;

static cint operand_cint(term_store *ts, operand o, uint64_t bits, uint32_t width)
{
    return cint_of_term(o.is_constant ? number_of_bits(ts, bits, width, o.is_signed) : o.symbol, width, o.is_signed);
}

typedef struct pair {
    uint64_t a, b;
} pair;
VEC_DECLARE(pair_vec, pair);

static void add_pairs(pair_vec *out, uint32_t width, uint64_t *seed)
{
    uint64_t top = (uint64_t)1 << (width - 1), mask = mask_of(width);
    const uint64_t boundary[] = {0, 1, 7, mask, top, top - 1};
    size_t n = sizeof boundary / sizeof *boundary;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) pair_vec_push(out, (pair){boundary[i] & mask, boundary[j] & mask});
    for (int i = 0; i < 4; i++) {
        uint64_t a = next_random(seed) >> next_random(seed) % 64, b = next_random(seed) >> next_random(seed) % 64;
        pair_vec_push(out, (pair){a & mask, b & mask});
        pair_vec_push(out, (pair){a & mask, next_random(seed) % width});
    }
}

typedef struct bench {
    term_store *ts;
    evaluator *e;
    term x, y;
    uint32_t width;
} bench;

static void assign(bench *b, operand x, operand y, pair p)
{
    evaluator_set(b->e, b->x, number_of_bits(b->ts, p.a, b->width, x.is_signed));
    evaluator_set(b->e, b->y, number_of_bits(b->ts, p.b, b->width, y.is_signed));
}

static void assert_value(bench *b, term t, term expected, const char *what, operand x, operand y, pair p)
{
    term found = evaluator_eval(b->e, t, NULL);
    if (term_is_equal(found, expected)) return;
    fail_msg("%s at width %u on %s%s %llx and %s%s %llx", what, b->width, x.is_signed ? "signed" : "unsigned",
             x.is_constant ? " constant" : "", (unsigned long long)p.a, y.is_signed ? "signed" : "unsigned",
             y.is_constant ? " constant" : "", (unsigned long long)p.b);
}

static void assert_is_in_bounds(term_store *ts, term value, cint r)
{
    if (term_is_none(r.low)) return;
    assert_true(rat_cmp(term_number(ts, r.low), term_number(ts, value)) <= 0);
    assert_true(rat_cmp(term_number(ts, value), term_number(ts, r.high)) <= 0);
}

static void check_op(bench *b, op o, operand x, operand y, bool is_signed, const pair_vec *pairs)
{
    cint shared[2] = {cint_of_term(TERM_NONE, 1, false), cint_of_term(TERM_NONE, 1, false)};
    bool has_no_wrap = o == ADD || o == SUB || o == MUL || o == SHL;
    for (size_t i = 0; i < pairs->size; i++) {
        pair p = pairs->data[i];
        if (!is_op_defined(b->width, o, p.a, p.b)) continue;
        term expected = number_of_bits(b->ts, machine_op(b->width, o, p.a, p.b), b->width, is_signed);
        for (int no_wrap = 0; no_wrap <= has_no_wrap; no_wrap++) {
            if (no_wrap && !machine_fits(b->width, o, is_signed, p.a, p.b)) continue;
            if (x.is_constant || y.is_constant || term_is_none(shared[no_wrap].value))
                shared[no_wrap] = apply(b->ts, o, operand_cint(b->ts, x, p.a, b->width), operand_cint(b->ts, y, p.b, b->width),
                                        is_signed, no_wrap);
            cint r = shared[no_wrap];
            assert_int_equal(r.width, b->width);
            assert_int_equal(r.is_signed, is_signed);
            assert_is_in_bounds(b->ts, expected, r);
            assign(b, x, y, p);
            assert_value(b, r.value, expected, OP_NAMES[o], x, y, p);
            if (x.is_constant && y.is_constant) assert_int_equal(term_kind_of(b->ts, r.value), TERM_NUM);
        }
    }
}

static void check_tests(bench *b, operand x, operand y, const pair_vec *pairs)
{
    for (test_kind k = 0; k < TESTS; k++) {
        term t = TERM_NONE;
        for (size_t i = 0; i < pairs->size; i++) {
            pair p = pairs->data[i];
            if (i == 0 || x.is_constant || y.is_constant)
                t = apply_test(b->ts, k, operand_cint(b->ts, x, p.a, b->width), operand_cint(b->ts, y, p.b, b->width));
            if (x.is_constant && y.is_constant) assert_true(term_is_value(b->ts, t));
            assign(b, x, y, p);
            assert_value(b, t, term_mk_bool(b->ts, machine_test(b->width, k, p.a, p.b)), TEST_NAMES[k], x, y, p);
        }
    }
}

static const uint32_t WIDTHS[] = {1, 8, 16, 32, 64};
enum { N_WIDTHS = sizeof WIDTHS / sizeof *WIDTHS };

/* Every operation, in every representation of operands and result, on constants and symbols. */
static void check_width(uint32_t width)
{
    uint64_t seed = width;
    bench b = {.ts = term_store_new(), .width = width};
    b.e = evaluator_new(b.ts);
    b.x = term_mk_sym(b.ts, "x", sort_int(b.ts));
    b.y = term_mk_sym(b.ts, "y", sort_int(b.ts));
    pair_vec pairs;
    pair_vec_init(&pairs);
    add_pairs(&pairs, width, &seed);
    for (unsigned form = 0; form < 16; form++) {
        operand x = {form & 1, form & 2, b.x}, y = {form & 4, form & 8, b.y};
        for (op o = 0; o < OPS; o++) {
            check_op(&b, o, x, y, false, &pairs);
            check_op(&b, o, x, y, true, &pairs);
        }
        check_tests(&b, x, y, &pairs);
    }
    assert_null(term_store_check(b.ts));
    pair_vec_release(&pairs);
    evaluator_free(b.e);
    term_store_free(b.ts);
}

static void test_machine_arithmetic(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_WIDTHS; i++) check_width(WIDTHS[i]);
}

/* A term over symbols, with constants put in for them, folds to the machine's number. */
static void test_substitution_folds(void **state)
{
    (void)state;
    uint64_t seed = 7;
    term_store *ts = term_store_new();
    term x = term_mk_sym(ts, "x", sort_int(ts)), y = term_mk_sym(ts, "y", sort_int(ts));
    for (int round = 0; round < 4000; round++) {
        uint32_t width = WIDTHS[next_random(&seed) % N_WIDTHS];
        op o = (op)(next_random(&seed) % OPS);
        uint64_t form = next_random(&seed), a = next_random(&seed) & mask_of(width);
        uint64_t b = next_random(&seed) & mask_of(form & 8 ? width : 3);
        if (!is_op_defined(width, o, a, b & mask_of(width))) continue;
        b &= mask_of(width);
        cint r = apply(ts, o, cint_of_term(x, width, form & 1), cint_of_term(y, width, form & 2), form & 4, false);
        term by[] = {number_of_bits(ts, a, width, form & 1), number_of_bits(ts, b, width, form & 2)};
        term folded = dag_substitute(ts, r.value, (term[]){x, y}, by, 2);
        assert_true(term_is_equal(folded, number_of_bits(ts, machine_op(width, o, a, b), width, form & 4)));
    }
    term_store_free(ts);
}

/* ---- compositions: what is known about an operand (its bounds, its form) must not make a result wrong ---- */

typedef struct known {
    cint c;
    uint64_t bits;
} known;
VEC_DECLARE(known_vec, known);

static known random_cast(term_store *ts, known a, uint64_t *seed)
{
    uint32_t width = WIDTHS[next_random(seed) % N_WIDTHS];
    uint64_t r = next_random(seed), sign = (uint64_t)0 - (a.bits >> (a.c.width - 1));
    bool is_signed = r & 1;
    if (width == a.c.width) return (known){cint_as(ts, a.c, is_signed), a.bits};
    if (width < a.c.width) return (known){cint_trunc(ts, a.c, width, is_signed), a.bits & mask_of(width)};
    if (r & 2) return (known){cint_zext(ts, a.c, width, is_signed), a.bits};
    uint64_t extended = a.bits | (sign & ~mask_of(a.c.width));
    return (known){cint_sext(ts, a.c, width, is_signed), extended & mask_of(width)};
}

static known random_constant(term_store *ts, uint32_t width, uint64_t *seed)
{
    uint64_t bits = (next_random(seed) >> next_random(seed) % 64) & mask_of(width);
    if (next_random(seed) % 3 == 0) bits = mask_of(1 + (uint32_t)(next_random(seed) % width));
    if (next_random(seed) % 3 == 0) bits = next_random(seed) % 10 & mask_of(width);
    bool is_signed = next_random(seed) & 1;
    return (known){cint_of_term(number_of_bits(ts, bits, width, is_signed), width, is_signed), bits};
}

static known random_op(term_store *ts, known a, known b, uint64_t *seed)
{
    op o = (op)(next_random(seed) % OPS);
    bool is_signed = next_random(seed) & 1, has_no_wrap = o == ADD || o == SUB || o == MUL || o == SHL;
    if (!is_op_defined(a.c.width, o, a.bits, b.bits)) return a;
    bool no_wrap = has_no_wrap && (next_random(seed) & 1) && machine_fits(a.c.width, o, is_signed, a.bits, b.bits);
    return (known){apply(ts, o, a.c, b.c, is_signed, no_wrap), machine_op(a.c.width, o, a.bits, b.bits)};
}

static void check_composition(uint64_t seed)
{
    term_store *ts = term_store_new();
    evaluator *e = evaluator_new(ts);
    known_vec all;
    known_vec_init(&all);
    for (int i = 0; i < 4; i++) {
        uint32_t width = WIDTHS[next_random(&seed) % N_WIDTHS];
        known k = random_constant(ts, width, &seed);
        term symbol = term_mk_fresh(ts, "v", sort_int(ts));
        evaluator_set(e, symbol, k.c.value);
        k.c = cint_of_term(symbol, k.c.width, k.c.is_signed);
        known_vec_push(&all, k);
    }
    for (int i = 0; i < 30; i++) {
        known a = all.data[next_random(&seed) % all.size], b = all.data[next_random(&seed) % all.size], r;
        uint64_t what = next_random(&seed) % 8;
        if (what < 2 || a.c.width != b.c.width) b = random_constant(ts, a.c.width, &seed);
        if (what < 4)
            r = random_op(ts, a, b, &seed);
        else if (what < 5)
            r = random_op(ts, b, a, &seed);
        else if (what < 7)
            r = random_cast(ts, a, &seed);
        else
            r = (known){cint_ite(ts, cint_slt(ts, a.c, b.c), a.c, b.c), machine_test(a.c.width, SLT, a.bits, b.bits) ? a.bits : b.bits};
        term expected = number_of_bits(ts, r.bits, r.c.width, r.c.is_signed);
        assert_true(term_is_equal(evaluator_eval(e, r.c.value, NULL), expected));
        assert_is_in_bounds(ts, expected, r.c);
        test_kind k = (test_kind)(next_random(&seed) % TESTS);
        term holds = evaluator_eval(e, apply_test(ts, k, a.c, b.c), NULL);
        assert_true(term_is_equal(holds, term_mk_bool(ts, machine_test(a.c.width, k, a.bits, b.bits))));
        known_vec_push(&all, r);
    }
    known_vec_release(&all);
    evaluator_free(e);
    term_store_free(ts);
}

static void test_compositions(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 600; seed++) check_composition(seed * 1000003);
}

/* ---- the form of the terms ---- */

static size_t count_kind(const term_store *ts, term t, term_kind k)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &t, 1, &all);
    size_t n = 0;
    for (size_t i = 0; i < all.size; i++) n += term_kind_of(ts, all.data[i]) == k;
    term_vec_release(&all);
    return n;
}

static bool is_linear(const term_store *ts, term t)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &t, 1, &all);
    bool linear = true;
    for (size_t i = 0; i < all.size; i++) {
        term_kind k = term_kind_of(ts, all.data[i]);
        linear = linear && (k == TERM_NUM || k == TERM_SYM || k == TERM_ADD || k == TERM_SCALE);
    }
    term_vec_release(&all);
    return linear;
}

static bool has_bits(const term_store *ts, term t)
{
    return count_kind(ts, t, TERM_INT_TO_BV) + count_kind(ts, t, TERM_BV_TO_NAT) > 0;
}

typedef struct shapes {
    term_store *ts;
    cint s, t, u, v; /* two signed, two unsigned symbols */
} shapes;

static shapes shapes_new(uint32_t width)
{
    term_store *ts = term_store_new();
    sort i = sort_int(ts);
    return (shapes){ts, cint_of_term(term_mk_sym(ts, "s", i), width, true), cint_of_term(term_mk_sym(ts, "t", i), width, true),
                    cint_of_term(term_mk_sym(ts, "u", i), width, false), cint_of_term(term_mk_sym(ts, "v", i), width, false)};
}

static void test_sums_are_linear(void **state)
{
    (void)state;
    shapes x = shapes_new(32);
    term_store *ts = x.ts;
    cint one = cint_of_int(ts, 1, 32, false), minus = cint_of_int(ts, -1, 32, true), two = cint_of_int(ts, 2, 32, false);
    assert_true(term_is_equal(cint_add(ts, x.s, x.t, true, true).value, term_mk_add2(ts, x.s.value, x.t.value)));
    assert_true(term_is_equal(cint_sub(ts, x.s, x.t, true, true).value, term_mk_sub(ts, x.s.value, x.t.value)));
    assert_true(is_linear(ts, cint_mul(ts, x.s, two, true, true).value));
    /* wrapping: one case per side that can be left, no `mod` */
    cint sums[] = {cint_add(ts, x.u, x.v, false, false), cint_add(ts, x.u, one, false, false), cint_add(ts, x.u, minus, false, false),
                   cint_sub(ts, x.u, x.v, false, false), cint_sub(ts, x.u, one, false, false), cint_mul(ts, x.u, two, false, false),
                   cint_as(ts, x.u, true),               cint_as(ts, x.s, false),              cint_add(ts, x.s, one, true, false)};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        assert_int_equal(count_kind(ts, sums[i].value, TERM_ITE), 1);
        assert_int_equal(count_kind(ts, sums[i].value, TERM_MOD), 0);
        term a = term_arg(ts, sums[i].value, 1), b = term_arg(ts, sums[i].value, 2);
        assert_true(is_linear(ts, a) && is_linear(ts, b));
        term difference = term_mk_sub(ts, a, b);
        assert_int_equal(rat_sign(term_number(ts, term_mk_mod(ts, difference, number_of_bits(ts, (uint64_t)1 << 32, 33, false)))), 0);
    }
    assert_int_equal(count_kind(ts, cint_add(ts, x.s, x.t, true, false).value, TERM_ITE), 2);
    cint times = cint_mul(ts, x.u, cint_of_int(ts, 5, 32, false), false, false);
    assert_int_equal(count_kind(ts, times.value, TERM_MOD), 1);
    assert_int_equal(count_kind(ts, times.value, TERM_ITE), 0);
    term_store_free(ts);
}

static void test_masks_are_arithmetic(void **state)
{
    (void)state;
    shapes x = shapes_new(32);
    term_store *ts = x.ts;
    for (uint32_t k = 1; k < 32; k++) {
        cint mask = cint_of_int(ts, (int64_t)mask_of(k), 32, false), bit = cint_of_int(ts, (int64_t)1 << k, 32, false);
        term modulus = number_of_bits(ts, (uint64_t)1 << k, 33, false);
        if (k < 31) {
            assert_true(term_is_equal(cint_and(ts, x.u, mask, false).value, term_mk_mod(ts, x.u.value, modulus)));
            assert_true(term_is_equal(cint_and(ts, mask, x.s, true).value, term_mk_mod(ts, x.s.value, modulus)));
        }
        cint all[] = {cint_and(ts, x.u, mask, false), cint_and(ts, x.u, bit, false), cint_and(ts, x.s, bit, true),
                      cint_or(ts, x.u, bit, false),   cint_or(ts, x.s, mask, true),  cint_xor(ts, x.s, bit, true),
                      cint_xor(ts, x.u, mask, false), cint_shl(ts, x.u, cint_of_int(ts, k, 32, false), false, false),
                      cint_lshr(ts, x.u, cint_of_int(ts, k, 32, false), false), cint_ashr(ts, x.s, cint_of_int(ts, k, 32, false), true)};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            assert_false(has_bits(ts, all[i].value));
            assert_true(count_kind(ts, all[i].value, TERM_MOD) + count_kind(ts, all[i].value, TERM_IDIV) <= 2);
        }
        cint down = cint_lshr(ts, x.u, cint_of_int(ts, k, 32, false), false);
        if (k < 30) assert_true(term_is_equal(down.value, term_mk_idiv(ts, x.u.value, modulus)));
        assert_true(is_linear(ts, cint_shl(ts, x.s, cint_of_int(ts, k, 32, true), true, true).value));
    }
    cint ones = cint_of_int(ts, -1, 32, true);
    assert_true(is_linear(ts, cint_xor(ts, x.s, ones, true).value) && is_linear(ts, cint_xor(ts, x.u, ones, false).value));
    assert_true(has_bits(ts, cint_and(ts, x.u, x.v, false).value));
    term_store_free(ts);
}

/* What clang makes of conditions and small types keeps its meaning visible. */
static void test_conditions_come_back(void **state)
{
    (void)state;
    shapes x = shapes_new(32);
    term_store *ts = x.ts;
    term c = cint_slt(ts, x.s, x.t);
    assert_true(term_is_equal(c, term_mk_lt(ts, x.s.value, x.t.value)));
    cint bit = cint_of_term(term_mk_ite(ts, c, term_mk_int(ts, 1), term_mk_int(ts, 0)), 1, false);
    cint wide = cint_zext(ts, bit, 32, true), zero = cint_of_int(ts, 0, 32, true);
    cint flipped = cint_xor(ts, bit, cint_of_int(ts, 1, 1, false), false);
    assert_true(term_is_equal(cint_eq(ts, wide, zero), term_mk_not(ts, c)));
    assert_true(term_is_equal(cint_slt(ts, zero, wide), c));
    assert_true(term_is_equal(cint_ult(ts, zero, cint_sext(ts, bit, 32, true)), c));
    assert_true(term_is_equal(cint_eq(ts, cint_zext(ts, flipped, 32, true), zero), c));
    cint other = cint_of_term(term_mk_ite(ts, cint_ult(ts, x.u, x.v), term_mk_int(ts, 1), term_mk_int(ts, 0)), 1, false);
    term both = cint_eq(ts, cint_and(ts, bit, other, false), cint_of_int(ts, 1, 1, false));
    assert_true(term_is_equal(both, term_mk_and2(ts, c, cint_ult(ts, x.u, x.v))));
    /* a case that has been assumed away may be out of range */
    cint byte = cint_of_term(term_mk_ite(ts, c, term_mk_int(ts, 3), term_mk_int(ts, 200)), 8, false);
    cint times = cint_mul(ts, byte, cint_of_int(ts, 5, 8, false), false, true);
    evaluator *e = evaluator_new(ts);
    evaluator_set(e, x.t.value, term_mk_int(ts, 1));
    assert_true(term_is_equal(evaluator_eval(e, cint_eq(ts, times, cint_of_int(ts, 15, 8, true)), NULL), term_true(ts)));
    assert_true(term_is_equal(evaluator_eval(e, cint_slt(ts, times, cint_of_int(ts, 15, 8, true)), NULL), term_false(ts)));
    evaluator_free(e);
    /* unsigned comparisons of signed operands have no if-then-else inside atoms */
    term in_range = cint_ult(ts, x.s, cint_of_int(ts, 10, 32, true));
    term expected = term_mk_and2(ts, term_mk_ge(ts, x.s.value, term_mk_int(ts, 0)), term_mk_lt(ts, x.s.value, term_mk_int(ts, 10)));
    assert_true(term_is_equal(in_range, expected));
    assert_true(term_is_equal(cint_ult(ts, x.u, cint_of_int(ts, 0, 32, false)), term_false(ts)));
    term_store_free(ts);
}

static void test_small_types_stay_small(void **state)
{
    (void)state;
    shapes x = shapes_new(8);
    term_store *ts = x.ts;
    cint a = cint_zext(ts, x.u, 32, true), b = cint_zext(ts, x.v, 32, true), one = cint_of_int(ts, 1, 32, true);
    assert_true(term_is_equal(cint_add_defined(ts, a, b), term_true(ts)));
    assert_true(term_is_equal(cint_mul_defined(ts, a, b), term_true(ts)));
    cint sums[] = {cint_add(ts, a, b, true, true), cint_sub(ts, a, b, true, true), cint_add(ts, a, one, true, true)};
    for (size_t i = 0; i < 3; i++) {
        assert_true(is_linear(ts, sums[i].value));
        cint back = cint_trunc(ts, sums[i], 8, false);
        assert_int_equal(count_kind(ts, back.value, TERM_ITE), 1);
        assert_int_equal(count_kind(ts, back.value, TERM_MOD), 0);
    }
    assert_true(term_is_equal(cint_trunc(ts, a, 8, false).value, x.u.value));
    assert_true(term_is_equal(cint_and(ts, a, cint_of_int(ts, 255, 32, true), true).value, x.u.value));
    /* bytes put together are a sum */
    cint high = cint_shl(ts, a, cint_of_int(ts, 8, 32, true), true, false);
    assert_true(is_linear(ts, cint_or(ts, high, b, true).value));
    assert_true(term_is_equal(cint_shift_defined(ts, one, cint_and(ts, a, cint_of_int(ts, 31, 32, true), true)), term_true(ts)));
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine_arithmetic),   cmocka_unit_test(test_substitution_folds),
        cmocka_unit_test(test_compositions),         cmocka_unit_test(test_sums_are_linear),
        cmocka_unit_test(test_masks_are_arithmetic), cmocka_unit_test(test_conditions_come_back),
        cmocka_unit_test(test_small_types_stay_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
