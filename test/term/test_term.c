/* The laws of src/term: constructors keep the meaning, normal forms make equal things equal, and depth does not matter. */

#include "random_term.h"
#include "term/dag.h"
#include "term/datatype.h"
#include "term/eval.h"
#include "term/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const unsigned mixes[] = {
    0,
    RANDOM_INT,
    RANDOM_INT | RANDOM_NONLINEAR,
    RANDOM_REAL,
    RANDOM_REAL | RANDOM_NONLINEAR,
    RANDOM_INT | RANDOM_REAL | RANDOM_MIXED,
    RANDOM_BV,
    RANDOM_BV | RANDOM_INT | RANDOM_MIXED,
    RANDOM_ARRAY | RANDOM_INT,
    RANDOM_ARRAY | RANDOM_BV,
    RANDOM_DATATYPE | RANDOM_INT,
    RANDOM_DATATYPE | RANDOM_INT | RANDOM_ARRAY,
    RANDOM_INT | RANDOM_REAL | RANDOM_MIXED | RANDOM_BV | RANDOM_ARRAY | RANDOM_NONLINEAR,
};
enum { MIXES = sizeof mixes / sizeof *mixes };

/* A store, a source of terms over it, and an assignment to the source's symbols. */
typedef struct bench {
    term_store *ts;
    random_source r;
    evaluator *e;
    term_vec values;
} bench;

static void bench_init(bench *b, uint64_t seed, unsigned theories)
{
    b->ts = term_store_new();
    random_source_init(&b->r, b->ts, seed, theories);
    b->e = evaluator_new(b->ts);
    term_vec_init(&b->values);
}

static void bench_release(bench *b)
{
    const char *wrong = term_store_check(b->ts);
    if (wrong) fail_msg("%s", wrong);
    evaluator_free(b->e);
    term_vec_release(&b->values);
    random_source_release(&b->r);
    term_store_free(b->ts);
}

static void assign(bench *b)
{
    term_vec_clear(&b->values);
    for (size_t i = 0; i < b->r.symbols.size; i++) {
        term value = random_value(&b->r, term_sort(b->ts, b->r.symbols.data[i]));
        assert_true(eval_is_value(b->ts, value));
        term_vec_push(&b->values, value);
        evaluator_set(b->e, b->r.symbols.data[i], value);
    }
}

static void fail_on(const bench *b, term t, const char *what)
{
    text out;
    text_init(&out);
    print_term(&out, b->ts, t);
    print_error("%s: %s\n", what, out.data);
    text_release(&out);
    fail();
}

/* 1 if eval(t) is what the tree means, 0 if not, -1 if a division by zero leaves the value open. */
static int agrees(bench *b, random_pair x)
{
    naive_eval oracle;
    naive_eval_init(&oracle, b->ts, b->r.symbols.data, b->values.data, b->values.size);
    const naive_value *expected = naive_eval_tree(&oracle, x.tree);
    int result = -1;
    if (!oracle.div0 && !oracle.undefined) {
        bool div0 = false;
        term value = evaluator_eval(b->e, x.t, &div0);
        result = !term_is_none(value) && !div0 && eval_is_value(b->ts, value) &&
                 naive_eval_is_equal(&oracle, x.tree->s, expected, naive_eval_value(&oracle, value));
    }
    naive_eval_release(&oracle);
    return result;
}

static void test_constructors_keep_the_meaning(void **state)
{
    (void)state;
    for (size_t m = 0; m < MIXES; m++) {
        bench b;
        bench_init(&b, 100 + m, mixes[m]);
        int compared = 0, rounds = 2500;
        for (int i = 0; i < rounds; i++) {
            if (i % 4 == 0) assign(&b);
            random_pair x = random_term(&b.r, random_sort(&b.r), 1 + (unsigned)i % 5);
            assert_true(sort_is_equal(term_sort(b.ts, x.t), x.tree->s));
            int result = agrees(&b, x);
            if (result == 0) fail_on(&b, x.t, "eval differs from the drawn tree");
            compared += result > 0;
        }
        assert_true(compared > rounds / 3);
        bench_release(&b);
    }
}

/* The same term, made again from its own arguments by the public constructor of its kind. */
static term make_again(term_store *ts, term t)
{
    term_vec args;
    term_vec_init(&args);
    term_vec_append(&args, term_args(ts, t), term_arity(ts, t));
    const term *a = args.data;
    term again = t;
    switch (term_kind_of(ts, t)) {
    case TERM_NOT: again = term_mk_not(ts, a[0]); break;
    case TERM_AND: again = term_mk_and(ts, a, args.size); break;
    case TERM_OR: again = term_mk_or(ts, a, args.size); break;
    case TERM_ITE: again = term_mk_ite(ts, a[0], a[1], a[2]); break;
    case TERM_EQ: again = term_mk_eq(ts, a[0], a[1]); break;
    case TERM_LE: again = term_mk_le(ts, a[0], a[1]); break;
    case TERM_LT: again = term_mk_lt(ts, a[0], a[1]); break;
    case TERM_ADD: again = term_mk_add(ts, a, args.size); break;
    case TERM_SCALE:
    case TERM_MUL: again = term_mk_mul(ts, a, args.size); break;
    case TERM_RDIV: again = term_mk_rdiv(ts, a[0], a[1]); break;
    case TERM_IDIV: again = term_mk_idiv(ts, a[0], a[1]); break;
    case TERM_MOD: again = term_mk_mod(ts, a[0], a[1]); break;
    case TERM_TO_REAL: again = term_mk_to_real(ts, a[0]); break;
    case TERM_TO_INT: again = term_mk_to_int(ts, a[0]); break;
    case TERM_SELECT: again = term_mk_select(ts, a[0], a[1]); break;
    case TERM_STORE: again = term_mk_store(ts, a[0], a[1], a[2]); break;
    case TERM_CONSTRUCT: again = term_mk_construct(ts, term_constructor(ts, t), a); break;
    case TERM_FIELD: again = term_mk_field(ts, term_constructor(ts, t), term_index(ts, t, 1), a[0]); break;
    case TERM_IS: again = term_mk_is(ts, term_constructor(ts, t), a[0]); break;
    case TERM_BV_TO_NAT: again = term_mk_bv_to_nat(ts, a[0]); break;
    case TERM_BV_NOT:
    case TERM_BV_NEG: again = term_mk_bv_unary(ts, term_kind_of(ts, t), a[0]); break;
    default:
        if (args.size == 2 && sort_kind_of(ts, term_sort(ts, a[0])) == SORT_BV) again = term_mk_bv_binary(ts, term_kind_of(ts, t), a[0], a[1]);
    }
    term_vec_release(&args);
    return again;
}

static void test_normal_forms_are_stable(void **state)
{
    (void)state;
    for (size_t m = 0; m < MIXES; m++) {
        bench b;
        term_vec roots, all;
        bench_init(&b, 200 + m, mixes[m]);
        term_vec_init(&roots);
        term_vec_init(&all);
        for (int i = 0; i < 1000; i++) term_vec_push(&roots, random_term(&b.r, random_sort(&b.r), 4).t);
        dag_subterms(b.ts, roots.data, roots.size, &all);
        for (size_t i = 0; i < all.size; i++) {
            if (!term_is_equal(make_again(b.ts, all.data[i]), all.data[i])) fail_on(&b, all.data[i], "a constructor changes its own result");
        }
        term_vec_release(&roots);
        term_vec_release(&all);
        bench_release(&b);
    }
}

static void test_negation(void **state)
{
    (void)state;
    bench b;
    bench_init(&b, 3, RANDOM_INT | RANDOM_REAL | RANDOM_BV | RANDOM_ARRAY);
    for (int i = 0; i < 5000; i++) {
        if (i % 4 == 0) assign(&b);
        term a = random_term(&b.r, sort_bool(b.ts), 3).t, n = term_mk_not(b.ts, a);
        assert_true(term_is_equal(term_mk_not(b.ts, n), a));
        assert_false(term_is_equal(evaluator_eval(b.e, a, NULL), evaluator_eval(b.e, n, NULL)));
        term_kind k = term_kind_of(b.ts, a), kn = term_kind_of(b.ts, n);
        /* Flattening hides what a whole conjunction or disjunction is the complement of. */
        if (k != TERM_AND && kn != TERM_AND) assert_true(term_is_equal(term_mk_and2(b.ts, a, n), term_false(b.ts)));
        if (k != TERM_OR && kn != TERM_OR) assert_true(term_is_equal(term_mk_or2(b.ts, n, a), term_true(b.ts)));
        if (kn == TERM_NOT) assert_true(k != TERM_NOT && k != TERM_LE && k != TERM_LT);
    }
    bench_release(&b);
}

typedef term nary_fn(term_store *ts, const term *args, size_t n);

/* The arguments in another order and another grouping give the same term. */
static void check_regrouped(bench *b, nary_fn *mk, const term *args, size_t n)
{
    term plain = mk(b->ts, args, n), shuffled[8];
    memcpy(shuffled, args, n * sizeof *args);
    for (size_t i = n; i > 1; i--) {
        size_t j = rng_below(&b->r.rng, (uint32_t)i);
        term x = shuffled[i - 1];
        shuffled[i - 1] = shuffled[j];
        shuffled[j] = x;
    }
    if (!term_is_equal(plain, mk(b->ts, shuffled, n))) fail_on(b, plain, "the order of arguments matters");
    if (mk == term_mk_mul) return; /* a constant times a sum is a sum, so the grouping of products matters */
    size_t cut = 1 + rng_below(&b->r.rng, (uint32_t)n - 1);
    term halves[2] = {mk(b->ts, shuffled, cut), mk(b->ts, shuffled + cut, n - cut)};
    if (!term_is_equal(plain, mk(b->ts, halves, 2))) fail_on(b, plain, "the grouping of arguments matters");
}

static void test_order_and_grouping_do_not_matter(void **state)
{
    (void)state;
    bench b;
    bench_init(&b, 4, RANDOM_INT | RANDOM_REAL | RANDOM_NONLINEAR | RANDOM_BV | RANDOM_ARRAY);
    for (int i = 0; i < 2000; i++) {
        static nary_fn *const makers[] = {term_mk_and, term_mk_or, term_mk_add, term_mk_mul};
        for (size_t k = 0; k < 4; k++) {
            sort s = k < 2 ? sort_bool(b.ts) : i % 2 ? sort_int(b.ts) : sort_real(b.ts);
            term args[8];
            size_t n = 2 + rng_below(&b.r.rng, 7);
            for (size_t j = 0; j < n; j++) args[j] = random_term(&b.r, s, 2).t;
            check_regrouped(&b, makers[k], args, n);
        }
        sort s = random_sort(&b.r);
        term x = random_term(&b.r, s, 2).t, y = random_term(&b.r, s, 2).t;
        assert_true(term_is_equal(term_mk_eq(b.ts, x, y), term_mk_eq(b.ts, y, x)));
    }
    bench_release(&b);
}

/* n different symbols of the source. */
static void draw_symbols(bench *b, term *symbols, uint32_t n)
{
    uint32_t size = (uint32_t)b->r.symbols.size, start = rng_below(&b->r.rng, size), step = 1 + rng_below(&b->r.rng, size / n);
    for (uint32_t i = 0; i < n; i++) symbols[i] = b->r.symbols.data[(start + i * step) % size];
}

/* Evaluating a substituted term is evaluating it where the symbols have the values of what replaced them. */
static void test_substitution(void **state)
{
    (void)state;
    for (size_t m = 0; m < MIXES; m++) {
        if (mixes[m] & RANDOM_NONLINEAR) continue;
        bench b;
        bench_init(&b, 500 + m, mixes[m]);
        for (int i = 0; i < 500; i++) {
            assign(&b);
            term t = random_term(&b.r, random_sort(&b.r), 4).t, by[3], symbols[3], values[3];
            draw_symbols(&b, symbols, 3);
            for (size_t k = 0; k < 3; k++) by[k] = random_term(&b.r, term_sort(b.ts, symbols[k]), 2).t;
            term left = evaluator_eval(b.e, dag_substitute(b.ts, t, symbols, by, 3), NULL);
            for (size_t k = 0; k < 3; k++) values[k] = evaluator_eval(b.e, by[k], NULL);
            for (size_t k = 0; k < 3; k++) evaluator_set(b.e, symbols[k], values[k]);
            if (!term_is_equal(left, evaluator_eval(b.e, t, NULL))) fail_on(&b, t, "substitution changes the meaning");
        }
        bench_release(&b);
    }
}

static void test_binding(void **state)
{
    (void)state;
    bench b;
    bench_init(&b, 6, RANDOM_INT | RANDOM_BV | RANDOM_ARRAY | RANDOM_QUANTIFIER);
    for (int i = 0; i < 1500; i++) {
        term body = random_term(&b.r, sort_bool(b.ts), 4).t;
        term vars[2], fresh[2], values[2];
        draw_symbols(&b, vars, 2);
        for (size_t k = 0; k < 2; k++) {
            fresh[k] = term_mk_fresh(b.ts, "y", term_sort(b.ts, vars[k]));
            values[k] = random_term(&b.r, term_sort(b.ts, vars[k]), 2).t;
        }
        term renamed = dag_substitute(b.ts, body, vars, fresh, 2);
        term q = term_mk_forall(b.ts, vars, 2, body);
        assert_true(term_is_equal(q, term_mk_forall(b.ts, fresh, 2, renamed)));
        assert_true(term_is_equal(term_mk_exists(b.ts, vars, 2, body), term_mk_exists(b.ts, fresh, 2, renamed)));
        assert_false(term_has_bound(b.ts, q));
        assert_false(dag_has_symbol(b.ts, q, vars[0]) || dag_has_symbol(b.ts, q, vars[1]));
        if (!dag_has_symbol(b.ts, body, vars[0]) && !dag_has_symbol(b.ts, body, vars[1])) {
            assert_true(term_is_equal(q, body));
        } else {
            assert_int_equal(term_kind_of(b.ts, q), TERM_FORALL);
            if (term_binder_count(b.ts, q) != 2) continue;
            assert_true(term_is_equal(term_instantiate(b.ts, q, vars), body));
            assert_true(term_is_equal(term_instantiate(b.ts, q, values), dag_substitute(b.ts, body, vars, values, 2)));
        }
    }
    bench_release(&b);
}

static void test_undefined_values(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    evaluator *e = evaluator_new(ts);
    sort u = sort_uninterpreted(ts, "U");
    term x = term_mk_sym(ts, "x", sort_int(ts)), c = term_mk_sym(ts, "c", u), d = term_mk_sym(ts, "d", u);
    term q = term_mk_forall(ts, &x, 1, term_mk_le(ts, x, term_mk_sym(ts, "y", sort_int(ts))));
    assert_true(term_is_none(evaluator_eval(e, q, NULL)));
    assert_true(term_is_none(evaluator_eval(e, term_mk_app(ts, "f", sort_int(ts), &x, 1), NULL)));
    assert_true(term_is_equal(evaluator_eval(e, c, NULL), c));
    evaluator_set(e, c, d);
    assert_true(term_is_equal(evaluator_eval(e, c, NULL), d));
    bool div0 = false;
    term zero = term_mk_int(ts, 0), quotient = term_mk_idiv(ts, term_mk_int(ts, 5), x);
    assert_true(term_is_equal(evaluator_eval(e, quotient, &div0), zero));
    assert_true(div0);
    div0 = false;
    term guarded = term_mk_ite(ts, term_mk_eq(ts, x, zero), term_mk_int(ts, 7), quotient);
    assert_true(term_is_equal(evaluator_eval(e, guarded, &div0), term_mk_int(ts, 7)));
    assert_false(div0);
    evaluator_free(e);
    term_store_free(ts);
}

/* ---- normal forms of atoms ---- */

static void assert_atom(const term_store *ts, term t, term_kind kind, const char *infix)
{
    text out;
    text_init(&out);
    print_term_infix(&out, ts, t, 0);
    assert_int_equal(term_kind_of(ts, t), kind);
    assert_string_equal(out.data, infix);
    text_release(&out);
}

static term times(term_store *ts, int64_t c, term t)
{
    return term_mk_mul2(ts, sort_is_equal(term_sort(ts, t), sort_int(ts)) ? term_mk_int(ts, c) : term_mk_real(ts, c, 1), t);
}

static void test_atoms(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    term x = term_mk_sym(ts, "x", sort_int(ts)), y = term_mk_sym(ts, "y", sort_int(ts));
    term sum = term_mk_add2(ts, times(ts, 4, x), times(ts, 6, y));
    assert_atom(ts, term_mk_le(ts, sum, term_mk_int(ts, 7)), TERM_LE, "2*x + 3*y <= 3");
    assert_atom(ts, term_mk_lt(ts, sum, term_mk_int(ts, 7)), TERM_LE, "2*x + 3*y <= 3");
    assert_atom(ts, term_mk_ge(ts, sum, term_mk_int(ts, 7)), TERM_LE, "2*x + 3*y >= 4");
    assert_atom(ts, term_mk_eq(ts, sum, term_mk_int(ts, -8)), TERM_EQ, "2*x + 3*y == -4");
    assert_true(term_is_equal(term_mk_eq(ts, sum, term_mk_int(ts, 7)), term_false(ts)));
    assert_atom(ts, term_mk_lt(ts, x, y), TERM_LE, "x < y");
    assert_atom(ts, term_mk_ge(ts, x, term_mk_int(ts, 3)), TERM_LE, "x >= 3");
    assert_atom(ts, term_mk_le(ts, x, term_mk_add2(ts, y, term_mk_int(ts, 3))), TERM_LE, "x <= y + 3");
    assert_atom(ts, term_mk_le(ts, x, term_mk_sub(ts, y, term_mk_int(ts, 3))), TERM_LE, "x + 3 <= y");
    assert_true(term_is_equal(term_mk_not(ts, term_mk_le(ts, x, y)), term_mk_gt(ts, x, y)));
    assert_true(term_is_equal(term_mk_lt(ts, times(ts, 3, x), term_mk_int(ts, 4)), term_mk_le(ts, x, term_mk_int(ts, 1))));
    term r = term_mk_sym(ts, "r", sort_real(ts)), s = term_mk_sym(ts, "s", sort_real(ts));
    assert_atom(ts, term_mk_lt(ts, times(ts, 2, r), times(ts, 3, s)), TERM_LT, "r < 3/2*s");
    assert_atom(ts, term_mk_le(ts, term_mk_real(ts, 1, 2), times(ts, 2, r)), TERM_LE, "r >= 1/4");
    assert_true(term_is_equal(term_mk_not(ts, term_mk_lt(ts, r, s)), term_mk_ge(ts, r, s)));
    assert_true(term_is_equal(term_mk_le(ts, r, r), term_true(ts)));
    assert_true(term_is_equal(term_mk_lt(ts, r, r), term_false(ts)));
    term_store_free(ts);
}

/* ---- printing ---- */

static void assert_printed(const term_store *ts, term t, const char *expected)
{
    text out;
    text_init(&out);
    print_term(&out, ts, t);
    assert_string_equal(out.data, expected);
    text_release(&out);
}

static void test_smtlib_text(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    sort i = sort_int(ts);
    term x = term_mk_sym(ts, "x", i), y = term_mk_sym(ts, "y", i), r = term_mk_sym(ts, "r", sort_real(ts));
    assert_printed(ts, term_mk_int(ts, -3), "(- 3)");
    assert_printed(ts, term_mk_real(ts, -1, 3), "(- (/ 1.0 3.0))");
    assert_printed(ts, term_mk_real(ts, 3, 1), "3.0");
    assert_printed(ts, term_mk_add2(ts, x, times(ts, 2, y)), "(+ x (* 2 y))");
    assert_printed(ts, term_mk_sub(ts, x, term_mk_int(ts, 1)), "(- x 1)");
    assert_printed(ts, term_mk_le(ts, x, term_mk_add2(ts, y, term_mk_int(ts, 3))), "(<= x (+ y 3))");
    assert_printed(ts, term_mk_ge(ts, x, term_mk_int(ts, 3)), "(>= x 3)");
    assert_printed(ts, term_mk_ge(ts, r, term_mk_real(ts, -3, 1)), "(>= r (- 3.0))");
    rat ten;
    rat_init(&ten);
    rat_set_int(&ten, 10);
    assert_printed(ts, term_mk_bv(ts, &ten, 8), "#x0a");
    assert_printed(ts, term_mk_bv(ts, &ten, 5), "#b01010");
    rat_release(&ten);
    term a = term_mk_const_array(ts, sort_array(ts, i, sort_array(ts, i, i)), term_mk_sym(ts, "b", sort_array(ts, i, i)));
    assert_printed(ts, a, "((as const (Array Int (Array Int Int))) b)");
    assert_printed(ts, term_mk_sym(ts, "a b", i), "|a b|");
    assert_printed(ts, term_mk_sym(ts, "let", i), "|let|");
    assert_printed(ts, term_mk_sym(ts, "", i), "||");
    assert_printed(ts, term_mk_sym(ts, "7x", i), "|7x|");
    assert_printed(ts, term_mk_sym(ts, "x7.@!", i), "x7.@!");
    term p = term_mk_mul2(ts, x, y), x0 = term_mk_sym(ts, "x!0", i), a1 = term_mk_sym(ts, "a!1", i);
    term below = term_mk_le(ts, p, a1), above = term_mk_ge(ts, p, x0), shared = term_mk_and2(ts, below, above);
    assert_printed(ts, shared, "(let ((a!2 (* x y))) (and (<= a!2 a!1) (<= x!0 a!2)))");
    assert_printed(ts, term_mk_forall(ts, &x, 1, shared),
        "(forall ((x!1 Int)) (let ((a!2 (* y x!1))) (and (<= x!0 a!2) (<= a!2 a!1))))");
    term_store_free(ts);
}

static void test_infix_text(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    sort i = sort_int(ts);
    term x = term_mk_sym(ts, "x", i), y = term_mk_sym(ts, "y", i), b = term_mk_sym(ts, "b", sort_bool(ts)), c = term_mk_sym(ts, "c", sort_bool(ts));
    term a = term_mk_sym(ts, "a", sort_array(ts, i, i)), cmp = term_mk_le(ts, x, term_mk_add2(ts, y, term_mk_int(ts, 3)));
    assert_atom(ts, term_mk_or2(ts, c, term_mk_and2(ts, cmp, term_mk_not(ts, b))), TERM_OR, "c || x <= y + 3 && !b");
    assert_atom(ts, term_mk_and2(ts, c, term_mk_or2(ts, b, cmp)), TERM_AND, "c && (b || x <= y + 3)");
    assert_atom(ts, term_mk_not(ts, term_mk_eq(ts, term_mk_select(ts, a, x), y)), TERM_NOT, "y != a[x]");
    assert_atom(ts, term_mk_select(ts, term_mk_store(ts, a, x, y), y), TERM_SELECT, "store(a, x, y)[y]");
    assert_atom(ts, term_mk_forall(ts, &y, 1, term_mk_lt(ts, x, term_mk_select(ts, a, y))), TERM_FORALL, "forall int k. x < a[k]");
    assert_atom(ts, term_mk_not(ts, term_mk_and2(ts, b, c)), TERM_NOT, "!(b && c)");
    assert_atom(ts, term_mk_neg(ts, term_mk_idiv(ts, x, y)), TERM_SCALE, "-(x div y)");
    assert_atom(ts, term_mk_mul2(ts, term_mk_add2(ts, x, y), x), TERM_MUL, "x*(x + y)");
    text out;
    text_init(&out);
    print_term_infix(&out, ts, cmp, 6);
    assert_string_equal(out.data, "x <= y...");
    text_release(&out);
    term_store_free(ts);
}

/* ---- depth ---- */

/* About n operators above each other, alternating between sorts; every fourth one has a symbol that occurs nowhere else. */
static term build_deep(term_store *ts, uint32_t n)
{
    sort i = sort_int(ts);
    term p = term_mk_sym(ts, "p", sort_bool(ts)), x = term_mk_sym(ts, "x", i), y = term_mk_sym(ts, "y", i);
    term a = term_mk_sym(ts, "a", sort_array(ts, i, i)), t = x;
    for (uint32_t k = 0; k < n / 4; k++) {
        term atom = term_mk_le(ts, t, k % 2 ? y : term_mk_int(ts, (int64_t)k));
        term formula = k % 3 ? term_mk_and2(ts, atom, p) : term_mk_or2(ts, atom, p);
        t = term_mk_ite(ts, formula, y, term_mk_add2(ts, term_mk_select(ts, a, x), term_mk_int(ts, (int64_t)k)));
        t = term_mk_add2(ts, t, k % 5 ? x : term_mk_int(ts, 1));
    }
    return t;
}

/* Sanitizers are slow, but recursion overflows the stack all the earlier with them. */
#ifdef __SANITIZE_ADDRESS__
enum { DEEP = 100000 };
#else
enum { DEEP = 1000000 };
#endif

static void test_depth(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    term t = build_deep(ts, DEEP), x = term_mk_sym(ts, "x", sort_int(ts)), five = term_mk_int(ts, 5);
    assert_true(dag_size(ts, t) > DEEP);
    evaluator *e = evaluator_new(ts);
    evaluator_set(e, x, five);
    term value = evaluator_eval(e, t, NULL), replaced = dag_substitute(ts, t, &x, &five, 1);
    assert_true(term_is_value(ts, value));
    evaluator_set(e, x, term_mk_int(ts, 0));
    assert_true(term_is_equal(evaluator_eval(e, replaced, NULL), value));
    term q = term_mk_forall(ts, &x, 1, term_mk_le(ts, t, five));
    assert_true(term_is_equal(term_instantiate(ts, q, &five), term_mk_le(ts, replaced, five)));
    text out;
    text_init(&out);
    print_term(&out, ts, t);
    assert_true(out.size > dag_size(ts, t) && out.size < 100 * dag_size(ts, t));
    text_clear(&out);
    print_term(&out, ts, q);
    assert_true(out.size < 100 * dag_size(ts, q));
    text_clear(&out);
    print_term_infix(&out, ts, t, 200);
    assert_true(out.size <= 203);
    text_release(&out);
    evaluator_free(e);
    term_store_free(ts);
}

/* Every level uses the one below it twice: as a tree this has 2^n nodes. */
static void test_sharing(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    sort i = sort_int(ts);
    term x = term_mk_sym(ts, "x", i), a = term_mk_sym(ts, "a", sort_array(ts, i, i)), t = x;
    for (int k = 0; k < 20000; k++) t = term_mk_select(ts, term_mk_store(ts, a, t, x), term_mk_add2(ts, t, term_mk_int(ts, 1 + k % 3)));
    term q = term_mk_exists(ts, &x, 1, term_mk_ge(ts, t, x));
    text out;
    text_init(&out);
    print_term(&out, ts, t);
    assert_true(out.size < 100 * dag_size(ts, t));
    text_clear(&out);
    print_term(&out, ts, q);
    assert_true(out.size < 100 * dag_size(ts, q));
    text_release(&out);
    evaluator *e = evaluator_new(ts);
    assert_true(term_is_value(ts, evaluator_eval(e, t, NULL)));
    evaluator_free(e);
    term_store_free(ts);
}

static void test_quantifiers_nest_deeply(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    sort i = sort_int(ts);
    term t = term_true(ts);
    enum { DEPTH = 100000 };
    for (int k = 0; k < DEPTH; k++) {
        term atom = term_mk_le(ts, term_mk_bound(ts, 0, i), term_mk_bound(ts, 1, i));
        t = term_mk_quantifier(ts, k % 2 ? TERM_FORALL : TERM_EXISTS, &i, 1, term_mk_or2(ts, atom, t));
    }
    t = term_mk_quantifier(ts, TERM_FORALL, &i, 1, t);
    assert_false(term_has_bound(ts, t));
    text out;
    text_init(&out);
    print_term(&out, ts, t);
    assert_true(out.size < 100 * (size_t)DEPTH);
    assert_null(strchr(out.data, '?'));
    text_release(&out);
    term_store_free(ts);
}

static term keep(void *context, term t, const term *args)
{
    (void)t;
    (void)args;
    ++*(size_t *)context;
    return TERM_NONE;
}

static term rebuild(void *context, term t, const term *args)
{
    bench *b = context;
    return term_arity(b->ts, t) ? term_rebuild(b->ts, t, args) : t;
}

/* The branch that is taken under the assignment. */
static term enter_branch(void *context, term t)
{
    bench *b = context;
    if (term_kind_of(b->ts, t) != TERM_ITE) return TERM_NONE;
    bool taken = term_is_equal(evaluator_eval(b->e, term_arg(b->ts, t, 0), NULL), term_true(b->ts));
    return term_arg(b->ts, t, taken ? 1 : 2);
}

/* A step that changes nothing gives the term itself, and sees each subterm once; steps that keep the meaning keep that of the whole. */
static void test_map(void **state)
{
    (void)state;
    for (size_t k = 0; k < MIXES; k++) {
        bench b;
        bench_init(&b, 900 + k, mixes[k]);
        for (int round = 0; round < 100; round++) {
            term t = random_term(&b.r, random_sort(&b.r), 5).t;
            assign(&b);
            size_t seen = 0;
            assert_true(term_is_equal(dag_map(b.ts, t, keep, &seen), t));
            assert_int_equal(seen, dag_size(b.ts, t));
            assert_true(term_is_equal(dag_map(b.ts, t, rebuild, &b), t));
            u32_map memo;
            u32_map_init(&memo);
            term taken = dag_map_with(b.ts, t, &(dag_rules){.enter = enter_branch, .step = rebuild, .context = &b}, &memo);
            u32_map_release(&memo);
            bool div0 = false;
            term before = evaluator_eval(b.e, t, &div0), after = evaluator_eval(b.e, taken, &div0);
            if (!div0) assert_true(term_is_equal(term_mk_eq(b.ts, before, after), term_true(b.ts)) || term_is_equal(before, after));
        }
        bench_release(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constructors_keep_the_meaning),
        cmocka_unit_test(test_normal_forms_are_stable),
        cmocka_unit_test(test_negation),
        cmocka_unit_test(test_order_and_grouping_do_not_matter),
        cmocka_unit_test(test_substitution),
        cmocka_unit_test(test_map),
        cmocka_unit_test(test_binding),
        cmocka_unit_test(test_undefined_values),
        cmocka_unit_test(test_atoms),
        cmocka_unit_test(test_smtlib_text),
        cmocka_unit_test(test_infix_text),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_sharing),
        cmocka_unit_test(test_quantifiers_nest_deeply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
