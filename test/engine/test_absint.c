/* Abstract interpretation against the least model, on random problems: what is said to be a model is one, and no state is lost. */

#include "../horn/assert_model.h"
#include "../horn/clauses.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "absint/absint.h"
#include "engine/absint.h"
#include "smt/smt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void run(const horn *h, result *out)
{
    engine_context c = {.limits = {.deadline = limits_now() + 20}};
    result_init(out);
    absint_run(h, &c, out);
}

static void run_text(const char *clauses, answer expected)
{
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, clauses);
    result r;
    run(h, &r);
    assert_int_equal(r.answer, expected);
    if (expected == ANSWER_SAFE) assert_model(h, &r.model);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

static void agrees_with_the_least_model(void **state)
{
    (void)state;
    uint64_t seed = 9;
    size_t models = 0;
    for (int i = 0; i < 60; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(i % 2 == 0);
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        bool known = shape.bounded && least_model(h, 200000, &oracle);
        run(h, &r);
        if (r.answer == ANSWER_SAFE) assert_model(h, &r.model);
        if (known && oracle.answer == ANSWER_UNSAFE) assert_int_equal(r.answer, ANSWER_UNKNOWN);
        models += r.answer == ANSWER_SAFE;
        result_release(&r);
        result_release(&oracle);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(models > 10);
}

/* Does every state that the oracle knows of satisfy the facts? */
static bool keeps_all_states(const horn *h, const result *oracle, const model *facts)
{
    term_store *ts = horn_terms(h);
    smt *solver = smt_new(ts, &(limits){0}, NULL);
    bool kept = true;
    for (uint32_t p = 0; p < horn_pred_count(h) && kept && oracle->answer == ANSWER_SAFE; p++)
        kept = smt_entails(solver, model_get(&oracle->model, (pred){p}), model_get(facts, (pred){p})) == SMT_UNSAT;
    for (uint32_t i = 0; i < oracle->derivation.steps.size && kept && oracle->answer == ANSWER_UNSAFE; i++) {
        pred p = horn_clause(h, oracle->derivation.steps.data[i].clause)->head.pred;
        if (pred_is_false(p)) continue;
        term_vec fact;
        term_vec_init(&fact);
        assert_true(derivation_fact(&oracle->derivation, h, i, &fact));
        kept = smt_entails(solver, term_true(ts), model_apply(facts, h, (atom){p, fact.data})) == SMT_UNSAT;
        term_vec_release(&fact);
    }
    smt_free(solver);
    return kept;
}

/* With each analysis, up to the strongest one: no state of the least model is lost. */
static void no_state_is_lost(void **state)
{
    (void)state;
    uint64_t seed = 31;
    size_t told[ABSINT_POLYHEDRA + 1] = {0};
    for (int i = 0; i < 40; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(true);
        horn *h = random_horn(ts, &seed, &shape);
        result oracle;
        result_init(&oracle);
        bool known = least_model(h, 200000, &oracle);
        for (absint_strength s = ABSINT_INTERVALS; s <= ABSINT_POLYHEDRA && known; s++) {
            model facts;
            model_init(&facts, h);
            absint_facts(h, &(absint_options){.strongest = s, .splits = i % 2 == 1}, &(limits){.deadline = limits_now() + 20}, NULL, &facts);
            if (!keeps_all_states(h, &oracle, &facts)) fail_msg("problem %d, strength %d: a state is lost", i, (int)s);
            for (uint32_t p = 0; p < horn_pred_count(h); p++) told[s] += !term_is_equal(model_get(&facts, (pred){p}), term_true(ts));
            model_release(&facts);
        }
        result_release(&oracle);
        horn_free(h);
        term_store_free(ts);
    }
    for (size_t s = 0; s <= ABSINT_POLYHEDRA; s++) assert_true(told[s] > 10);
}

#define COUNTER(step, query)                                                                                                                    \
    "(declare-fun p (Int Int) Bool)(assert (forall ((n Int)) (=> (<= 0 n) (p 0 n))))"                                                           \
    "(assert (forall ((x Int) (n Int)) (=> (and (p x n) (< x n)) (p (+ x " step ") n))))"                                                       \
    "(assert (forall ((x Int) (n Int)) (=> (and (p x n) " query ") false)))"

static void proves_counters(void **state)
{
    (void)state;
    run_text(COUNTER("1", "(> x n)"), ANSWER_SAFE);
    run_text(COUNTER("2", "(= (mod x 2) 1)"), ANSWER_SAFE);
    run_text(COUNTER("1", "(= x 5)"), ANSWER_UNKNOWN);
}

/* x grows by 2 and 4 in turns: x = 2 flag modulo 6, a fact about both. */
static void proves_congruences_between_arguments(void **state)
{
    (void)state;
    run_text("(declare-fun p (Int Int) Bool)(assert (p 0 0))"
             "(assert (forall ((x Int)) (=> (p x 0) (p (+ x 2) 1))))(assert (forall ((x Int)) (=> (p x 1) (p (+ x 4) 0))))"
             "(assert (forall ((x Int) (f Int)) (=> (and (p x f) (= f 1) (not (= (mod x 6) 2))) false)))", ANSWER_SAFE);
}

/* What x is depends on a flag, a Boolean or an integer: no convex set of states will do. */
static void splits_by_flags(void **state)
{
    (void)state;
    run_text("(declare-fun p (Bool Int) Bool)(assert (p true 0))"
             "(assert (forall ((b Bool) (x Int)) (=> (and (p b x) b (< x 9)) (p b (+ x 1)))))"
             "(assert (forall ((b Bool) (x Int)) (=> (and (p b x) b) (p false (- 0 1 x)))))"
             "(assert (forall ((b Bool) (x Int)) (=> (and (p b x) (not b) (> x (- 20))) (p b (- x 1)))))"
             "(assert (forall ((b Bool) (x Int)) (=> (and (p b x) (= b (< x 0))) false)))", ANSWER_SAFE);
    run_text("(declare-fun p (Int Int) Bool)(assert (p 1 5))"
             "(assert (forall ((f Int) (x Int)) (=> (and (p f x) (= f 1) (< x 9)) (p f (+ x 1)))))"
             "(assert (forall ((f Int) (x Int)) (=> (and (p f x) (= f 1)) (p 0 (- 0 x)))))"
             "(assert (forall ((f Int) (x Int)) (=> (and (p f x) (= f 0)) (p f (- x 1)))))"
             "(assert (forall ((f Int) (x Int)) (=> (and (p f x) (> x (- 5)) (< x 5)) false)))", ANSWER_SAFE);
}

/* Sums and sums of squares are polynomials of the counter; linear facts do not exclude these queries. */
static void proves_sums(void **state)
{
    (void)state;
#define SUM(summand, query)                                                                                                                     \
    "(declare-fun p (Int Int) Bool)(assert (p 0 0))"                                                                                            \
    "(assert (forall ((i Int) (s Int)) (=> (p i s) (p (+ i 1) (+ s " summand ")))))"                                                            \
    "(assert (forall ((i Int) (s Int)) (=> (and (p i s) " query ") false)))"
    run_text(SUM("i", "(not (= (* 2 s) (* i (- i 1))))"), ANSWER_SAFE);
    run_text(SUM("(* i i)", "(not (= (* 6 s) (* i (* (- i 1) (- (* 2 i) 1)))))"), ANSWER_SAFE);
    run_text(SUM("i", "(= (* 2 s) (* i (- i 1)))"), ANSWER_UNKNOWN);
}

/* The program that look-ahead widening was made for: x grows, y up to x = 51 and then falls; at the end x is 102. What is behind x > 50 is not looked at before the
 * part before it is stable. */
static void widens_phase_by_phase(void **state)
{
    (void)state;
    run_text("(declare-fun p (Int Int) Bool)(assert (p 0 0))"
             "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (<= x 50)) (p (+ x 1) (+ y 1)))))"
             "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> x 50) (>= (- y 1) 0)) (p (+ x 1) (- y 1)))))"
             "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (or (< y 0) (> y x) (> (+ x y) 102))) false)))", ANSWER_SAFE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_the_least_model), cmocka_unit_test(no_state_is_lost), cmocka_unit_test(proves_counters),
                                       cmocka_unit_test(proves_congruences_between_arguments), cmocka_unit_test(splits_by_flags),
                                       cmocka_unit_test(proves_sums), cmocka_unit_test(widens_phase_by_phase)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
