/* The laws of src/logic on random formulas, by the evaluator and a fresh solver: an implicant holds in its model and implies the formula, a
 * projection is implied or equivalent, a definition says what its literal says. */

#include "../term/random_term.h"
#include "logic/equation.h"
#include "logic/implicant.h"
#include "logic/project.h"
#include "term/dag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const limits NO_LIMIT = {0};
static const unsigned mixes[] = {0, RANDOM_INT, RANDOM_REAL, RANDOM_INT | RANDOM_REAL, RANDOM_INT | RANDOM_ARRAY, RANDOM_INT | RANDOM_NONLINEAR, RANDOM_INT | RANDOM_DATATYPE};
enum { MIXES = sizeof mixes / sizeof *mixes, ROUNDS = 60, DEPTH = 4 };

typedef struct fixture {
    term_store *ts;
    random_source r;
    smt *solver, *judge;
    evaluator *values;
} fixture;

static void fixture_init(fixture *f, uint64_t seed, unsigned theories)
{
    f->ts = term_store_new();
    random_source_init(&f->r, f->ts, seed, theories);
    f->solver = smt_new(f->ts, &NO_LIMIT, NULL);
    f->judge = smt_new_beside(f->solver);
    smt_set_query_limit(f->judge, 5);
    f->values = evaluator_new(f->ts);
}

static void fixture_release(fixture *f)
{
    const char *wrong = term_store_check(f->ts);
    if (wrong) fail_msg("%s", wrong);
    evaluator_free(f->values);
    smt_free(f->judge);
    smt_free(f->solver);
    random_source_release(&f->r);
    term_store_free(f->ts);
}

/* Not refuted: an unknown answer is none of our faults. */
static void assert_entails(fixture *f, term a, term b)
{
    term asked[] = {a, term_mk_not(f->ts, b)};
    assert_true(smt_check(f->judge, asked, 2) != SMT_SAT);
}

/* Values of all symbols in a model of t. */
static bool find_model(fixture *f, term t)
{
    if (smt_check(f->solver, &t, 1) != SMT_SAT) return false;
    evaluator_clear(f->values);
    for (size_t i = 0; i < f->r.symbols.size; i++) {
        term value = smt_value(f->solver, f->r.symbols.data[i]);
        if (term_is_none(value)) return false;
        evaluator_set(f->values, f->r.symbols.data[i], value);
    }
    bool div0 = false;
    return term_is_equal(evaluator_eval(f->values, t, &div0), term_true(f->ts)) && !div0;
}

static term random_formula(fixture *f) { return random_term(&f->r, sort_bool(f->ts), DEPTH).t; }

static term conjunction(fixture *f, const term_vec *literals) { return term_mk_and(f->ts, literals->data, literals->size); }

static void check_implicant(fixture *f, const implicant_model *m, term t)
{
    term_vec literals;
    term_vec_init(&literals);
    assert_true(implicant_of_model(m, f->ts, &t, 1, &literals));
    for (size_t i = 0; i < literals.size; i++) {
        assert_true(term_is_equal(evaluator_eval(f->values, literals.data[i], NULL), term_true(f->ts)));
        if (!m->keep_reads) assert_true(implicant_is_literal(f->ts, literals.data[i]));
    }
    assert_entails(f, conjunction(f, &literals), t);
    term_vec_release(&literals);
}

static void test_implicants(void **state)
{
    (void)state;
    for (size_t k = 0; k < MIXES; k++) {
        fixture f;
        fixture_init(&f, 100 + k, mixes[k]);
        size_t found = 0;
        for (int round = 0; round < ROUNDS; round++) {
            term t = random_formula(&f);
            if (!find_model(&f, t)) continue;
            found++;
            check_implicant(&f, &(implicant_model){.solver = f.solver, .cost = implicant_size, .context = f.ts}, t);
            check_implicant(&f, &(implicant_model){.values = f.values}, t);
            check_implicant(&f, &(implicant_model){.values = f.values, .keep_reads = true}, t);
        }
        assert_true(found > ROUNDS / 4);
        fixture_release(&f);
    }
}

/* Half of the symbols. */
static void choose_symbols(fixture *f, term_vec *out)
{
    for (size_t i = 0; i < f->r.symbols.size; i++)
        if (rng_one_in(&f->r.rng, 2)) term_vec_push(out, f->r.symbols.data[i]);
}

static void assert_without(fixture *f, term t, const term_vec *vars)
{
    for (size_t i = 0; i < vars->size; i++) assert_false(dag_has_symbol(f->ts, t, vars->data[i]));
}

/* Whatever satisfies the projection can be extended to what satisfies the cube: with the values of the others, the cube has a model. */
static void check_extensions(fixture *f, term projection, term cube, const term_vec *vars)
{
    term_vec symbols, given;
    term_vec_init(&symbols);
    term_vec_init(&given);
    for (int point = 0; point < 4; point++) {
        term_vec_push(&given, projection);
        if (smt_check(f->judge, given.data, given.size) != SMT_SAT) break;
        term_vec_clear(&given);
        term_vec_clear(&symbols);
        dag_symbols(f->ts, (term[]){projection, cube}, 2, &symbols);
        for (size_t i = 0; i < symbols.size; i++) {
            term value = smt_value(f->judge, symbols.data[i]);
            if (!term_is_none(value) && !term_vec_has(vars, symbols.data[i])) term_vec_push(&given, term_mk_eq(f->ts, symbols.data[i], value));
        }
        term here = conjunction(f, &given);
        term_vec_push(&given, cube);
        assert_true(smt_check(f->judge, given.data, given.size) != SMT_UNSAT);
        term_vec_clear(&given);
        term_vec_push(&given, term_mk_not(f->ts, here));
    }
    term_vec_release(&symbols);
    term_vec_release(&given);
}

static void test_projection_of_cubes(void **state)
{
    (void)state;
    for (size_t k = 0; k < MIXES; k++) {
        fixture f;
        fixture_init(&f, 200 + k, mixes[k]);
        for (int round = 0; round < ROUNDS; round++) {
            term t = random_formula(&f);
            if (!find_model(&f, t)) continue;
            term_vec literals, vars;
            term_vec_init(&literals);
            term_vec_init(&vars);
            choose_symbols(&f, &vars);
            assert_true(implicant_of_model(&(implicant_model){.values = f.values, .keep_reads = true}, f.ts, &t, 1, &literals));
            term cube = conjunction(&f, &literals);
            if (project_cube(f.ts, f.values, vars.data, vars.size, &literals)) {
                term projection = conjunction(&f, &literals);
                assert_without(&f, projection, &vars);
                assert_true(term_is_equal(evaluator_eval(f.values, projection, NULL), term_true(f.ts)));
                check_extensions(&f, projection, cube, &vars);
            }
            term_vec_release(&literals);
            term_vec_release(&vars);
        }
        fixture_release(&f);
    }
}

static void test_exists(void **state)
{
    (void)state;
    for (size_t k = 0; k < MIXES; k++) {
        fixture f;
        fixture_init(&f, 300 + k, mixes[k]);
        size_t found = 0;
        for (int round = 0; round < ROUNDS; round++) {
            term t = random_formula(&f);
            term_vec vars;
            term_vec_init(&vars);
            choose_symbols(&f, &vars);
            term projection = project_exists(f.solver, f.ts, vars.data, vars.size, t, 1);
            if (!term_is_none(projection)) {
                found++;
                assert_without(&f, projection, &vars);
                assert_entails(&f, t, projection);
                check_extensions(&f, projection, t, &vars);
            }
            term_vec_release(&vars);
        }
        assert_true(found > ROUNDS / 2);
        fixture_release(&f);
    }
}

static bool is_any(void *context, term candidate, term best)
{
    (void)context;
    (void)candidate;
    return term_is_none(best);
}

static void test_definitions(void **state)
{
    (void)state;
    for (size_t k = 0; k < MIXES; k++) {
        fixture f;
        fixture_init(&f, 400 + k, mixes[k]);
        for (int round = 0; round < ROUNDS; round++) {
            sort s = random_sort(&f.r);
            term literal = term_mk_eq(f.ts, random_term(&f.r, s, 2).t, random_term(&f.r, s, 2).t);
            if (rng_one_in(&f.r.rng, 4)) literal = random_formula(&f);
            definition d;
            if (!equation_define(f.ts, literal, is_any, NULL, &d)) continue;
            assert_false(dag_has_symbol(f.ts, d.value, d.symbol));
            term says = term_mk_eq(f.ts, d.symbol, d.value);
            assert_entails(&f, literal, says);
            assert_entails(&f, says, literal);
            assert_true(term_is_equal(equation_solve_for(f.ts, literal, d.symbol), d.value));
        }
        fixture_release(&f);
    }
}

/* 3 x + 2 y = 7 can be solved for neither as integers, for both as reals; x = f(x) for none. */
static void test_definitions_by_hand(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    rat three, two;
    rat_init(&three);
    rat_init(&two);
    rat_set_int(&three, 3);
    rat_set_int(&two, 2);
    for (int real = 0; real < 2; real++) {
        sort s = real ? sort_real(ts) : sort_int(ts);
        term x = term_mk_sym(ts, "x", s), y = term_mk_sym(ts, "y", s);
        term seven = real ? term_mk_real(ts, 7, 1) : term_mk_int(ts, 7);
        term sum = term_mk_add2(ts, term_mk_scale(ts, &three, x), term_mk_scale(ts, &two, y));
        assert_true(term_is_none(equation_solve_for(ts, term_mk_eq(ts, sum, seven), x)) == !real);
        assert_true(term_is_none(equation_solve_for(ts, term_mk_eq(ts, sum, seven), y)) == !real);
        term square = term_mk_mul2(ts, x, x);
        assert_true(term_is_none(equation_solve_for(ts, term_mk_eq(ts, square, term_mk_add2(ts, x, y)), x)));
        assert_true(term_is_equal(equation_solve_for(ts, term_mk_eq(ts, square, term_mk_add2(ts, x, y)), y), term_mk_sub(ts, square, x)));
    }
    rat_release(&three);
    rat_release(&two);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_implicants),    cmocka_unit_test(test_projection_of_cubes), cmocka_unit_test(test_exists),
        cmocka_unit_test(test_definitions),   cmocka_unit_test(test_definitions_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
