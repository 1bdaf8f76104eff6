/* The law of src/program/machine.h: an expression has the value that eval.h gives it, or none if that divides by zero. */

#include "../term/random_term.h"
#include "program/machine.h"
#include "term/dag.h"
#include "term/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* A program of globals only, a machine on it, and the evaluator. */
typedef struct bench {
    term_store *ts;
    program *p;
    machine m;
    evaluator *e;
} bench;

static void bench_init(bench *b)
{
    b->ts = term_store_new();
    b->p = program_new(b->ts);
    b->e = evaluator_new(b->ts);
}

static void bench_release(bench *b)
{
    evaluator_free(b->e);
    machine_release(&b->m);
    program_free(b->p);
    term_store_free(b->ts);
}

static term add_global(bench *b, const char *name, sort s)
{
    return program_add_var(b->p, name, s, &(var_info){.owner = PROC_NONE, .low = TERM_NONE, .high = TERM_NONE});
}

static void set(bench *b, term variable, term v)
{
    operand at = {*u32_map_find(&b->m.places, variable.id)};
    machine_assign(&b->m, at, value_of_term(b->ts, v));
    evaluator_set(b->e, variable, v);
}

static void fail_on(const bench *b, term t, term expected, term got)
{
    text out;
    text_init(&out);
    const term all[3] = {t, expected, got};
    for (size_t i = 0; i < 3; i++) {
        if (term_is_none(all[i])) text_adds(&out, "nothing");
        else print_term(&out, b->ts, all[i]);
        text_adds(&out, i == 0 ? " should be " : i == 1 ? " but is " : "");
    }
    print_error("%s\n", out.data);
    text_release(&out);
    fail();
}

/* Returns whether there is a value. */
static bool compare(bench *b, const expression *e)
{
    bool div0 = false;
    value v;
    term expected = evaluator_eval(b->e, e->t, &div0), got = TERM_NONE;
    if (div0) expected = TERM_NONE;
    if (machine_eval(&b->m, e, &v)) {
        got = value_to_term(b->ts, term_sort(b->ts, e->t), &v);
        value_release(&v);
    }
    if (!term_is_equal(expected, got)) fail_on(b, e->t, expected, got);
    return !term_is_none(got);
}

/* The same as an assignment, which may take the target's array away. */
static void compare_assigned(bench *b, term t, term target)
{
    bool div0 = false;
    value v;
    expression e = machine_compile(&b->m, t, target);
    term expected = evaluator_eval(b->e, t, &div0);
    if (div0 || term_is_none(expected)) return;
    assert_true(machine_eval(&b->m, &e, &v));
    machine_assign(&b->m, (operand){*u32_map_find(&b->m.places, target.id)}, v);
    term got = value_to_term(b->ts, term_sort(b->ts, target), machine_variable(&b->m, target));
    if (!term_is_equal(expected, got)) fail_on(b, t, expected, got);
    evaluator_set(b->e, target, expected);
}

static term with_globals(bench *b, const term_vec *symbols, const term_vec *globals, term t)
{
    return dag_substitute(b->ts, t, symbols->data, globals->data, symbols->size);
}

static void assign_all(bench *b, random_source *r, const term_vec *globals)
{
    for (size_t i = 0; i < globals->size; i++) set(b, globals->data[i], random_value(r, term_sort(b->ts, globals->data[i])));
}

static void run_random_expressions(unsigned theories, uint64_t seed, size_t *good, size_t *bad)
{
    bench b;
    random_source r;
    term_vec globals;
    bench_init(&b);
    random_source_init(&r, b.ts, seed, theories);
    term_vec_init(&globals);
    for (size_t i = 0; i < r.symbols.size; i++) term_vec_push(&globals, add_global(&b, "g", term_sort(b.ts, r.symbols.data[i])));
    machine_init(&b.m, b.p);
    for (int k = 0; k < 60; k++) {
        term t = with_globals(&b, &r.symbols, &globals, random_term(&r, random_sort(&r), 1 + rng_below(&r.rng, 5)).t);
        expression e = machine_compile(&b.m, t, TERM_NONE);
        for (int i = 0; i < 3; i++) {
            assign_all(&b, &r, &globals);
            compare(&b, &e) ? ++*good : ++*bad;
        }
        term target = globals.data[rng_below(&r.rng, (uint32_t)globals.size)];
        for (int i = 0; i < 3; i++) {
            t = random_term(&r, term_sort(b.ts, target), 1 + rng_below(&r.rng, 4)).t;
            compare_assigned(&b, with_globals(&b, &r.symbols, &globals, t), target);
        }
    }
    term_vec_release(&globals);
    random_source_release(&r);
    bench_release(&b);
}

static void test_random_expressions(void **state)
{
    (void)state;
    static const unsigned mixes[] = {
        RANDOM_INT,
        RANDOM_INT | RANDOM_NONLINEAR,
        RANDOM_INT | RANDOM_ARRAY,
        RANDOM_INT | RANDOM_REAL | RANDOM_MIXED | RANDOM_NONLINEAR,
        RANDOM_BV,
        RANDOM_BV | RANDOM_INT | RANDOM_MIXED,
        RANDOM_BV | RANDOM_ARRAY,
        RANDOM_INT | RANDOM_REAL | RANDOM_MIXED | RANDOM_BV | RANDOM_ARRAY | RANDOM_NONLINEAR,
        RANDOM_INT | RANDOM_ARRAY | RANDOM_QUANTIFIER,
    };
    size_t good = 0, bad = 0;
    enum { MIXES = sizeof mixes / sizeof *mixes };
    for (uint64_t seed = 1; seed <= 6 * MIXES; seed++) run_random_expressions(mixes[seed % MIXES], seed, &good, &bad);
    if (good < 3000 || bad < 60) fail_msg("%zu values, %zu without: the expressions test too little", good, bad);
}

/* Numbers around every power of two where a representation could end, negative ones included. */
static void edge_numbers(bench *b, term_vec *out)
{
    static const uint32_t exponents[] = {0, 1, 2, 3, 7, 31, 32, 62, 63, 64, 65, 126, 127, 128};
    rat r, delta;
    rat_init(&r);
    rat_init(&delta);
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        for (int k = -1; k <= 1; k++) {
            rat_set_pow2(&r, exponents[i]);
            rat_set_int(&delta, k);
            rat_add(&r, &r, &delta);
            term_vec_push(out, term_mk_num(b->ts, &r, sort_int(b->ts)));
            rat_neg(&r, &r);
            term_vec_push(out, term_mk_num(b->ts, &r, sort_int(b->ts)));
        }
    }
    rat_release(&r);
    rat_release(&delta);
}

static void compare_on_pairs(bench *b, const term_vec *numbers, term x, term y, const expression *expressions, size_t n)
{
    for (size_t i = 0; i < numbers->size; i++) {
        for (size_t k = 0; k < numbers->size; k++) {
            set(b, x, numbers->data[i]);
            set(b, y, numbers->data[k]);
            for (size_t e = 0; e < n; e++) compare(b, &expressions[e]);
        }
    }
}

static void test_arithmetic_at_the_edges(void **state)
{
    (void)state;
    bench b;
    bench_init(&b);
    term x = add_global(&b, "x", sort_int(b.ts)), y = add_global(&b, "y", sort_int(b.ts));
    machine_init(&b.m, b.p);
    const term terms[] = {term_mk_add2(b.ts, x, y), term_mk_sub(b.ts, x, y), term_mk_mul2(b.ts, x, y), term_mk_idiv(b.ts, x, y),
                          term_mk_mod(b.ts, x, y), term_mk_le(b.ts, x, y), term_mk_eq(b.ts, x, y)};
    enum { TERMS = sizeof terms / sizeof *terms };
    expression e[TERMS];
    for (size_t i = 0; i < TERMS; i++) e[i] = machine_compile(&b.m, terms[i], TERM_NONE);
    term_vec numbers;
    term_vec_init(&numbers);
    edge_numbers(&b, &numbers);
    compare_on_pairs(&b, &numbers, x, y, e, TERMS);
    term_vec_release(&numbers);
    bench_release(&b);
}

/* All binary operations on bit-vectors of one width, made from integers and made integers again where they can be. */
static size_t compile_bv(bench *b, term x, term y, uint32_t width, expression *e)
{
    term a = term_mk_int_to_bv(b->ts, width, x), c = term_mk_int_to_bv(b->ts, width, y);
    size_t n = 0;
    for (term_kind k = TERM_BV_CONCAT; k <= TERM_BV_SLE; k++) {
        if (k == TERM_BV_EXTRACT) continue;
        bool is_unary = k == TERM_BV_NOT || k == TERM_BV_NEG;
        term t = is_unary ? term_mk_bv_unary(b->ts, k, a) : term_mk_bv_binary(b->ts, k, a, c);
        e[n++] = machine_compile(&b->m, t, TERM_NONE);
        if (k < TERM_BV_ULT) e[n++] = machine_compile(&b->m, term_mk_bv_to_nat(b->ts, t), TERM_NONE);
    }
    e[n++] = machine_compile(&b->m, term_mk_bv_extract(b->ts, width - 1, width / 2, a), TERM_NONE);
    e[n++] = machine_compile(&b->m, term_mk_bv_extend(b->ts, TERM_BV_ZERO_EXT, 9, a), TERM_NONE);
    e[n++] = machine_compile(&b->m, term_mk_bv_extend(b->ts, TERM_BV_SIGN_EXT, 9, a), TERM_NONE);
    return n;
}

static void test_bit_vectors_at_the_edges(void **state)
{
    (void)state;
    static const uint32_t widths[] = {1, 8, 32, 64, 65};
    static const int64_t small[] = {0, 1, 2, 5, 31, 32, 63, 64, 65, 128, 255, -1, -128, INT32_MIN, INT64_MAX, INT64_MIN};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        bench b;
        bench_init(&b);
        term x = add_global(&b, "x", sort_int(b.ts)), y = add_global(&b, "y", sort_int(b.ts));
        machine_init(&b.m, b.p);
        expression e[64];
        size_t n = compile_bv(&b, x, y, widths[w], e);
        assert_true(n < 64);
        term_vec numbers;
        term_vec_init(&numbers);
        for (size_t i = 0; i < sizeof small / sizeof *small; i++) term_vec_push(&numbers, term_mk_int(b.ts, small[i]));
        compare_on_pairs(&b, &numbers, x, y, e, n);
        term_vec_release(&numbers);
        bench_release(&b);
    }
}

/* A division by zero does no harm where it decides nothing. */
static void test_harmless_divisions(void **state)
{
    (void)state;
    bench b;
    bench_init(&b);
    term_store *ts = b.ts;
    term x = add_global(&b, "x", sort_int(ts)), c = add_global(&b, "c", sort_bool(ts));
    machine_init(&b.m, b.p);
    term ten = term_mk_int(ts, 10), bad = term_mk_idiv(ts, ten, x), is_small = term_mk_le(ts, bad, term_mk_int(ts, 3));
    const term terms[] = {term_mk_or2(ts, c, is_small), term_mk_and2(ts, c, is_small), term_mk_ite(ts, c, bad, x),
                          term_mk_ite(ts, is_small, x, ten), term_mk_add2(ts, bad, x), term_mk_mod(ts, ten, bad)};
    enum { TERMS = sizeof terms / sizeof *terms };
    /* Whether there is a value if x = 0, by c. */
    static const bool is_good[TERMS][2] = {{false, true}, {true, false}, {true, false}, {false, false}, {false, false}, {false, false}};
    for (size_t i = 0; i < TERMS; i++) {
        expression e = machine_compile(&b.m, terms[i], TERM_NONE);
        for (int k = 0; k < 2; k++) {
            set(&b, c, term_mk_bool(ts, k));
            set(&b, x, term_mk_int(ts, 0));
            assert_int_equal(compare(&b, &e), is_good[i][k]);
            set(&b, x, term_mk_int(ts, 4));
            assert_true(compare(&b, &e));
        }
    }
    bench_release(&b);
}

/* A chain of 100,000 writes over a chain as deep of operations. */
static void test_depth_does_not_matter(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    bench b;
    bench_init(&b);
    term_store *ts = b.ts;
    sort memory = sort_array(ts, sort_int(ts), sort_int(ts));
    term x = add_global(&b, "x", sort_int(ts)), a = add_global(&b, "A", memory), array = a, sum = x;
    machine_init(&b.m, b.p);
    set(&b, x, term_mk_int(ts, 1));
    for (int64_t i = 0; i < DEPTH; i++) {
        array = term_mk_store(ts, array, term_mk_int(ts, i), term_mk_add2(ts, x, term_mk_int(ts, i)));
        sum = term_mk_mod(ts, term_mk_mul2(ts, sum, term_mk_add2(ts, x, sum)), term_mk_int(ts, 1000003));
    }
    expression e = machine_compile(&b.m, array, a), s = machine_compile(&b.m, sum, TERM_NONE);
    value v;
    assert_true(machine_eval(&b.m, &e, &v));
    value last = value_of_wide(DEPTH - 1);
    assert_true(value_select(&v, &last)->small == DEPTH);
    value_release(&v);
    assert_true(compare(&b, &s));
    bench_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_expressions),       cmocka_unit_test(test_arithmetic_at_the_edges),
        cmocka_unit_test(test_bit_vectors_at_the_edges), cmocka_unit_test(test_harmless_divisions),
        cmocka_unit_test(test_depth_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
