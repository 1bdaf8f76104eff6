#include "smt/z3_terms.h"
#include "term/dag.h"
#include "term/eval.h"

#include "../term/random_term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

typedef struct fixture {
    term_store *ts;
    Z3_context z3;
    z3_terms *bridge;
} fixture;

static int setup(void **state)
{
    fixture *f = test_calloc(1, sizeof *f);
    f->ts = term_store_new();
    f->z3 = z3_terms_new_context();
    f->bridge = z3_terms_new(f->ts, f->z3);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    z3_terms_free(f->bridge);
    Z3_del_context(f->z3);
    term_store_free(f->ts);
    test_free(f);
    return 0;
}

/* Satisfiable with n equations of symbols and values? */
static Z3_lbool check(fixture *f, Z3_ast e, const term *symbols, const term *values, size_t n)
{
    Z3_solver s = Z3_mk_simple_solver(f->z3);
    Z3_solver_inc_ref(f->z3, s);
    Z3_params p = Z3_mk_params(f->z3);
    Z3_params_inc_ref(f->z3, p);
    Z3_params_set_uint(f->z3, p, Z3_mk_string_symbol(f->z3, "rlimit"), 500000);
    Z3_solver_set_params(f->z3, s, p);
    Z3_solver_assert(f->z3, s, e);
    for (size_t i = 0; i < n; i++)
        Z3_solver_assert(f->z3, s, z3_terms_to_z3(f->bridge, term_mk_eq(f->ts, symbols[i], values[i])));
    Z3_lbool r = Z3_solver_check(f->z3, s);
    Z3_params_dec_ref(f->z3, p);
    Z3_solver_dec_ref(f->z3, s);
    return r;
}

/* Made by Z3's own operators: the constructors of terms must not decide the question. */
static Z3_lbool check_equal(fixture *f, Z3_ast a, Z3_ast b, bool equal, const term *symbols, const term *values, size_t n)
{
    Z3_ast e = Z3_mk_eq(f->z3, a, b);
    Z3_inc_ref(f->z3, e);
    if (!equal) {
        Z3_ast not = Z3_mk_not(f->z3, e);
        Z3_inc_ref(f->z3, not);
        Z3_dec_ref(f->z3, e);
        e = not;
    }
    Z3_lbool r = check(f, e, symbols, values, n);
    Z3_dec_ref(f->z3, e);
    return r;
}

typedef void law(fixture *f, random_source *r, term t, size_t *decided);

static void for_random_terms(fixture *f, unsigned theories, uint64_t seed, int rounds, unsigned depth, law *holds)
{
    random_source r;
    random_source_init(&r, f->ts, seed, theories);
    size_t decided = 0;
    for (int i = 0; i < rounds; i++) {
        /* A few levels deep, of every sort. */
        random_pair p = random_term(&r, random_sort(&r), 1 + rng_below(&r.rng, depth));
        holds(f, &r, p.t, &decided);
    }
    assert_true(decided * 2 > (size_t)rounds);
    random_source_release(&r);
}

enum { EVERYTHING = RANDOM_INT | RANDOM_NONLINEAR | RANDOM_REAL | RANDOM_MIXED | RANDOM_BV | RANDOM_ARRAY | RANDOM_QUANTIFIER | RANDOM_DATATYPE };

/* Z3 builds what it is told and the constructors are idempotent, so the way there and back is the identity. */
static void there_and_back_is_identity(fixture *f, random_source *r, term t, size_t *decided)
{
    (void)r;
    Z3_ast e = z3_terms_to_z3(f->bridge, t);
    assert_non_null(e);
    assert_true(term_is_equal(z3_terms_from_z3(f->bridge, e), t));
    assert_true(sort_is_equal(z3_terms_sort_from(f->bridge, Z3_get_sort(f->z3, e)), term_sort(f->ts, t)));
    ++*decided;
}

static void there_and_back(void **state)
{
    for_random_terms(*state, EVERYTHING, 1, 2000, 6, there_and_back_is_identity);
}

static void z3_agrees_with_evaluator(fixture *f, random_source *r, term t, size_t *decided)
{
    term_vec symbols, values;
    term_vec_init(&symbols);
    term_vec_init(&values);
    dag_symbols(f->ts, &t, 1, &symbols);
    evaluator *e = evaluator_new(f->ts);
    for (size_t i = 0; i < symbols.size; i++) {
        term_vec_push(&values, random_value(r, term_sort(f->ts, symbols.data[i])));
        evaluator_set(e, symbols.data[i], values.data[i]);
    }
    bool div0 = false;
    term value = evaluator_eval(e, t, &div0);
    evaluator_free(e);
    if (!term_is_none(value) && !div0) {
        Z3_ast a = z3_terms_to_z3(f->bridge, t), b = z3_terms_to_z3(f->bridge, value);
        assert_int_not_equal(check_equal(f, a, b, true, symbols.data, values.data, symbols.size), Z3_L_FALSE);
        Z3_lbool differ = check_equal(f, a, b, false, symbols.data, values.data, symbols.size);
        assert_int_not_equal(differ, Z3_L_TRUE);
        if (differ == Z3_L_FALSE) ++*decided;
    }
    term_vec_release(&symbols);
    term_vec_release(&values);
}

static void meaning_is_the_evaluators(void **state)
{
    for_random_terms(*state, RANDOM_INT | RANDOM_REAL | RANDOM_MIXED, 2, 100, 4, z3_agrees_with_evaluator);
    for_random_terms(*state, RANDOM_INT | RANDOM_NONLINEAR, 3, 60, 4, z3_agrees_with_evaluator);
    for_random_terms(*state, RANDOM_BV | RANDOM_INT | RANDOM_MIXED, 4, 100, 3, z3_agrees_with_evaluator);
    for_random_terms(*state, RANDOM_BV, 5, 100, 4, z3_agrees_with_evaluator);
    for_random_terms(*state, RANDOM_INT | RANDOM_ARRAY, 6, 60, 4, z3_agrees_with_evaluator);
    for_random_terms(*state, RANDOM_INT | RANDOM_DATATYPE, 10, 200, 4, z3_agrees_with_evaluator);
}

/* What Z3's simplifier makes of a term comes back as an equal one. */
static void simplified_is_equal(fixture *f, random_source *r, term t, size_t *decided)
{
    (void)r;
    Z3_ast e = z3_terms_to_z3(f->bridge, t), simple = Z3_simplify(f->z3, e);
    assert_non_null(simple);
    Z3_inc_ref(f->z3, simple);
    term back = z3_terms_from_z3(f->bridge, simple);
    Z3_dec_ref(f->z3, simple);
    assert_false(term_is_none(back));
    if (term_has_bound(f->ts, t)) return;
    Z3_lbool differ = check_equal(f, e, z3_terms_to_z3(f->bridge, back), false, NULL, NULL, 0);
    assert_int_not_equal(differ, Z3_L_TRUE);
    if (differ == Z3_L_FALSE) ++*decided;
}

static void simplified_terms_come_back(void **state)
{
    for_random_terms(*state, RANDOM_INT | RANDOM_REAL | RANDOM_MIXED, 7, 80, 4, simplified_is_equal);
    for_random_terms(*state, RANDOM_BV, 8, 80, 3, simplified_is_equal);
    for_random_terms(*state, RANDOM_INT | RANDOM_DATATYPE, 11, 120, 4, simplified_is_equal);
    for_random_terms(*state, RANDOM_INT | RANDOM_ARRAY | RANDOM_QUANTIFIER, 9, 60, 3, simplified_is_equal);
}

/* Operators that only Z3 has: what comes back is equal. */
static void foreign_operators(void **state)
{
    static const char *const formulas[] = {
        "(= ((_ rotate_left 3) u) v)", "(= ((_ rotate_right 7) u) v)", "(= ((_ rotate_left 0) u) v)",
        "(= ((_ rotate_left 11) u) v)",
        "(= ((_ repeat 3) u) (concat v u v))", "(= (ext_rotate_left u v) w)", "(= (ext_rotate_right u v) w)",
        "(= (bvnand u v) w)", "(= (bvnor u v) w)", "(= (bvxnor u v) w)", "(= (bvsub u v) w)", "(= (bvcomp u v) #b1)",
        "(= (bvredor u) #b1)", "(= (bvredand u) #b1)", "(bvuge u v)", "(bvugt u v)", "(bvsge u v)", "(bvsgt u v)",
        "(= (bvadd u v w u) v)", "(= (bvmul u v w) v)", "(= (concat u v w) (concat w u v))", "(= (bvurem u v) w)",
        "(= ((_ zero_extend 4) u) ((_ sign_extend 4) v))", "(= ((_ int2bv 5) x) ((_ extract 6 2) u))", "(= (bv2nat u) x)",
        "(= (rem x y) 2)", "(= (rem x (- 3)) y)", "(= (abs x) y)", "(= (- x) (- y 1 x))", "(=> p q (= x y))", "(xor p q (< x y))",
        "(distinct x y (+ x 1))", "(= (^ x 3) y)", "(is_int r)", "(= (/ r 0.0) r)", "(= (div x 0) y)",
        "(= (mod x 0) y)", "(= (rem x 0) y)", "(= (to_real x) (* 2.5 r))", "(= (to_int r) x)", "(= (select (store a x y) 3) y)",
        "(= a ((as const (Array Int Int)) 3))", "(forall ((i Int) (j Int)) (=> (< i j) (<= (select a i) (select a (+ j x)))))",
        "(exists ((i Int)) (forall ((s (_ BitVec 8))) (or (= s u) (= (bv2nat s) (+ i x)))))", "(= (g x p) (g y q))",
        "(ite p (= x 123456789012345678901234567890) (= r (/ 1.0 3.0)))", "(= k m)",
    };
    static const char *const declarations =
        "(declare-sort S 0)(declare-const k S)(declare-const m S)(declare-const u (_ BitVec 8))(declare-const v (_ BitVec 8))"
        "(declare-const w (_ BitVec 8))(declare-const x Int)(declare-const y Int)(declare-const r Real)(declare-const p Bool)"
        "(declare-const q Bool)(declare-const a (Array Int Int))(declare-fun g (Int Bool) Int)";
    fixture *f = *state;
    size_t count = sizeof formulas / sizeof *formulas, decided = 0;
    for (size_t i = 0; i < count; i++) {
        text input;
        text_init(&input);
        text_printf(&input, "%s(assert %s)", declarations, formulas[i]);
        Z3_ast_vector parsed = Z3_parse_smtlib2_string(f->z3, input.data, 0, NULL, NULL, 0, NULL, NULL);
        text_release(&input);
        if (Z3_get_error_code(f->z3) != Z3_OK) fail_msg("%s: %s", formulas[i], Z3_get_error_msg(f->z3, Z3_get_error_code(f->z3)));
        Z3_ast_vector_inc_ref(f->z3, parsed);
        Z3_ast e = Z3_ast_vector_get(f->z3, parsed, 0);
        Z3_inc_ref(f->z3, e);
        term t = z3_terms_from_z3(f->bridge, e);
        if (term_is_none(t)) fail_msg("not read: %s", formulas[i]);
        Z3_lbool differ = check_equal(f, e, z3_terms_to_z3(f->bridge, t), false, NULL, NULL, 0);
        if (differ == Z3_L_TRUE) fail_msg("read wrongly: %s", formulas[i]);
        decided += differ == Z3_L_FALSE;
        Z3_dec_ref(f->z3, e);
        Z3_ast_vector_dec_ref(f->z3, parsed);
    }
    assert_true(decided + 3 >= count);
}

static void no_counterpart_is_none(void **state)
{
    fixture *f = *state;
    Z3_sort ints[] = {Z3_mk_int_sort(f->z3), Z3_mk_int_sort(f->z3)};
    assert_true(sort_is_none(z3_terms_sort_from(f->bridge, Z3_mk_fpa_rounding_mode_sort(f->z3))));
    Z3_sort two = Z3_mk_array_sort_n(f->z3, 2, ints, ints[0]);
    assert_true(sort_is_none(z3_terms_sort_from(f->bridge, two)));
    Z3_ast a = Z3_mk_const(f->z3, Z3_mk_string_symbol(f->z3, "a"), two);
    Z3_inc_ref(f->z3, a);
    Z3_ast e = Z3_mk_eq(f->z3, a, a);
    assert_true(term_is_none(z3_terms_from_z3(f->bridge, e)));
    Z3_dec_ref(f->z3, a);
    assert_true(term_is_none(z3_terms_from_z3(f->bridge, NULL)));
}

/* The body of a quantifier with its variables by name is what the store's own instantiation gives. */
static void open_is_instantiate(void **state)
{
    fixture *f = *state;
    sort ints = sort_int(f->ts), bits = sort_bv(f->ts, 8);
    term x = term_mk_sym(f->ts, "x", ints), b = term_mk_sym(f->ts, "b", bits), z = term_mk_sym(f->ts, "z", ints);
    term y = term_mk_sym(f->ts, "y", ints), sum = term_mk_add2(f->ts, x, term_mk_bv_to_nat(f->ts, b));
    term inner = term_mk_exists(f->ts, &y, 1, term_mk_and2(f->ts, term_mk_lt(f->ts, sum, y), term_mk_lt(f->ts, y, z)));
    term bound[] = {x, b}, values[] = {term_mk_add2(f->ts, z, y), term_mk_sym(f->ts, "c", bits)};
    term t = term_mk_forall(f->ts, bound, 2, inner);
    Z3_ast body = Z3_get_quantifier_body(f->z3, z3_terms_to_z3(f->bridge, t));
    term backwards[] = {values[1], values[0]}; /* index 0 is the last variable */
    term opened = z3_terms_from_z3_open(f->bridge, body, backwards, 2);
    assert_true(term_is_equal(opened, term_instantiate(f->ts, t, values)));
    term raw = z3_terms_from_z3(f->bridge, body);
    assert_true(term_has_bound(f->ts, raw));
    assert_true(term_is_equal(raw, term_arg(f->ts, t, 0)));
}

/* Depth is no problem in either direction, nor is forgetting it all. */
static void deep_terms(void **state)
{
    fixture *f = *state;
    sort ints = sort_int(f->ts), s = ints;
    for (int i = 0; i < 2000; i++) s = sort_array(f->ts, sort_bool(f->ts), s);
    assert_true(sort_is_equal(z3_terms_sort_from(f->bridge, z3_terms_sort(f->bridge, s)), s));
    term t = term_mk_sym(f->ts, "x", ints);
    for (int i = 0; i < 530000; i++) t = term_mk_app(f->ts, i % 3 ? "f" : "g", ints, &t, 1);
    assert_true(z3_terms_is_too_deep(f->bridge, t));
    Z3_ast e = z3_terms_to_z3(f->bridge, t);
    assert_true(term_is_equal(z3_terms_from_z3(f->bridge, e), t));
    z3_terms_trim(f->bridge);
    term small = term_arg(f->ts, term_arg(f->ts, t, 0), 0);
    assert_true(term_is_equal(z3_terms_from_z3(f->bridge, z3_terms_to_z3(f->bridge, small)), small));
    term x = term_mk_sym(f->ts, "x", ints);
    assert_false(z3_terms_is_too_deep(f->bridge, x));
}

static void errors_are_recorded(void **state)
{
    fixture *f = *state;
    Z3_ast a = z3_terms_to_z3(f->bridge, term_mk_int(f->ts, 1)), b = z3_terms_to_z3(f->bridge, term_true(f->ts));
    assert_null(Z3_mk_bvadd(f->z3, a, b));
    assert_int_not_equal(Z3_get_error_code(f->z3), Z3_OK);
    assert_non_null(z3_terms_to_z3(f->bridge, term_mk_int(f->ts, 2)));
}

#define LAW(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAW(there_and_back),
        LAW(meaning_is_the_evaluators),
        LAW(simplified_terms_come_back),
        LAW(foreign_operators),
        LAW(no_counterpart_is_none),
        LAW(open_is_instantiate),
        LAW(deep_terms),
        LAW(errors_are_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
