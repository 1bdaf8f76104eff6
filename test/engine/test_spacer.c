#include "../horn/assert_model.h"
#include "../horn/clauses.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "engine/spacer.h"
#include "engine/spacer_proof.h"
#include "engine/spacer_session.h"
#include "engine/spacer_trace.h"
#include "engine/derivation_tree.h"
#include "smt/smt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define RANDOM_PROBLEMS 60

/* ---- what a right answer is ---- */

static void assert_derivation(const horn *h, const derivation *d)
{
    const char *wrong = least_model_check_derivation(h, d);
    if (wrong) fail_msg("derivation: %s", wrong);
}

static void assert_right(const horn *h, const result *r)
{
    if (r->answer == ANSWER_SAFE) assert_model(h, &r->model);
    if (r->answer == ANSWER_UNSAFE) assert_derivation(h, &r->derivation);
    if (r->answer == ANSWER_UNKNOWN) assert_non_null(r->reason);
}

static void run(const horn *h, double seconds, result *out)
{
    engine_context context = {.limits = {.deadline = limits_now() + seconds}};
    result_init(out);
    spacer_run(h, &context, out);
}

static void expect(const char *script, answer wanted)
{
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, script);
    result r;
    run(h, 60, &r);
    if (r.answer != wanted) fail_msg("answer %d instead of %d (%s): %s", r.answer, wanted, r.reason ? r.reason : "", script);
    assert_right(h, &r);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

/* ---- single problems ---- */

static void test_linear(void **state)
{
    (void)state;
    expect("(declare-fun P (Int Int) Bool)"
           "(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (P x y))))"
           "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 100)) (P (+ x 1) (+ y 2)))))"
           "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (< y x)) false)))",
           ANSWER_SAFE);
    expect("(declare-fun P (Int Int) Bool)"
           "(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (P x y))))"
           "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 12)) (P (+ x 1) (+ y 2)))))"
           "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (= y 24)) false)))",
           ANSWER_UNSAFE);
}

static void test_several_bodies(void **state)
{
    (void)state;
    expect("(declare-fun F (Int Int) Bool)"
           "(assert (forall ((n Int)) (=> (> n 100) (F n (- n 10)))))"
           "(assert (forall ((n Int) (t Int) (r Int)) (=> (and (<= n 100) (F (+ n 11) t) (F t r)) (F n r))))"
           "(assert (forall ((n Int) (r Int)) (=> (and (F n r) (<= n 101) (not (= r 91))) false)))",
           ANSWER_SAFE);
    expect("(declare-fun F (Int Int) Bool)"
           "(assert (forall ((n Int)) (=> (< n 2) (F n 1))))"
           "(assert (forall ((n Int) (a Int) (b Int)) (=> (and (>= n 2) (F (- n 1) a) (F (- n 2) b)) (F n (+ a b)))))"
           "(assert (forall ((r Int)) (=> (and (F 7 r) (> r 20)) false)))",
           ANSWER_UNSAFE);
    expect("(declare-fun P (Int) Bool)(declare-fun Q (Int) Bool)"
           "(assert (forall ((x Int)) (=> (> x 3) (P x))))"
           "(assert (forall ((x Int)) (=> (P x) (Q x))))"
           "(assert (forall ((x Int) (y Int)) (=> (and (P x) (Q y) (P y) (Q x) (P (+ x y)) (= (+ x y) 8)) false)))",
           ANSWER_UNSAFE);
}

static void test_sorts(void **state)
{
    (void)state;
    expect("(declare-fun P (Bool Real) Bool)"
           "(assert (forall ((b Bool) (x Real)) (=> (and b (= x 0.5)) (P b x))))"
           "(assert (forall ((b Bool) (x Real)) (=> (P b x) (P (not b) (+ x 1.5)))))"
           "(assert (forall ((b Bool) (x Real)) (=> (and (P b x) (< x 0.25)) false)))",
           ANSWER_SAFE);
    expect("(declare-fun P (Bool Real) Bool)"
           "(assert (forall ((b Bool) (x Real)) (=> (and b (= x 0.5)) (P b x))))"
           "(assert (forall ((b Bool) (x Real)) (=> (P b x) (P (not b) (/ x 2.0)))))"
           "(assert (forall ((b Bool) (x Real)) (=> (and (P b x) (not b) (< x 0.1)) false)))",
           ANSWER_UNSAFE);
    expect("(declare-fun P ((Array Int Int) Int) Bool)"
           "(assert (forall ((a (Array Int Int))) (P (store a 0 1) 1)))"
           "(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (P a i) (< i 5)) (P (store a 3 i) (+ i 1)))))"
           "(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (P a i) (not (= (select a 0) 1))) false)))",
           ANSWER_SAFE);
    expect("(declare-fun P ((Array Int Int) Int) Bool)"
           "(assert (forall ((a (Array Int Int))) (P (store a 0 1) 1)))"
           "(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (P a i) (< i 5)) (P (store a i 2) (+ i 1)))))"
           "(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (P a i) (= (select a 3) 2) (= (select a 9) 7)) false)))",
           ANSWER_UNSAFE);
    expect("(declare-fun P ((_ BitVec 4)) Bool)"
           "(assert (P #b0001))"
           "(assert (forall ((x (_ BitVec 4))) (=> (P x) (P (bvadd x #b0010)))))"
           "(assert (forall ((x (_ BitVec 4))) (=> (and (P x) (= ((_ extract 0 0) x) #b0)) false)))",
           ANSWER_SAFE);
    expect("(declare-fun P ((_ BitVec 4)) Bool)"
           "(assert (P #b0001))"
           "(assert (forall ((x (_ BitVec 4))) (=> (P x) (P (bvadd x #b0110)))))"
           "(assert (forall ((x (_ BitVec 4))) (=> (and (P x) (bvult x #b0001)) false)))"
           "(assert (forall ((x (_ BitVec 4))) (=> (and (P x) (= x #b0011)) false)))",
           ANSWER_UNSAFE);
}

static void test_corners(void **state)
{
    (void)state;
    /* No query; no clause; a query that needs nothing; one that has nothing. */
    expect("(declare-fun P (Int) Bool)(assert (forall ((x Int)) (P x)))", ANSWER_SAFE);
    expect("(declare-fun P (Int) Bool)(assert (forall ((x Int)) (=> (P x) false)))", ANSWER_SAFE);
    expect("(assert (forall ((x Int)) (=> (= (* 2 x) 6) false)))", ANSWER_UNSAFE);
    expect("(assert (forall ((x Int)) (=> (= (* 2 x) 7) false)))", ANSWER_SAFE);
    /* Nullary predicates, unreachable predicates, facts that hold always (Spacer drops them from bodies). */
    expect("(declare-fun A () Bool)(declare-fun B () Bool)(declare-fun C () Bool)"
           "(assert A)(assert (=> A B))(assert (=> (and A B C) false))",
           ANSWER_SAFE);
    expect("(declare-fun A () Bool)(declare-fun B () Bool)"
           "(assert A)(assert (=> A B))(assert (=> (and A B) false))",
           ANSWER_UNSAFE);
    expect("(declare-fun T (Int) Bool)(declare-fun U (Int) Bool)(declare-fun P (Int) Bool)"
           "(assert (forall ((x Int)) (T x)))(assert (forall ((x Int)) (=> (T x) (U x))))"
           "(assert (forall ((x Int)) (=> (and (U x) (= x 3)) (P x))))"
           "(assert (forall ((x Int)) (=> (and (P x) (T x)) (P (+ x 1)))))"
           "(assert (forall ((x Int)) (=> (and (P x) (U x) (> x 9)) false)))",
           ANSWER_UNSAFE);
    /* Several queries, only one of which is derivable; compound and constant arguments everywhere. */
    expect("(declare-fun P (Int Int) Bool)"
           "(assert (forall ((x Int)) (P (* 2 x) 3)))"
           "(assert (forall ((x Int)) (=> (P (+ x 1) 3) (P (* 3 x) (* 4 x)))))"
           "(assert (forall ((x Int)) (=> (P x x) (= x (+ (* 2 x) 5)))))"
           "(assert (forall ((x Int)) (=> (and (P 9 12) (= x 1)) false)))"
           "(assert (forall ((x Int)) (=> (P 1 1) false)))",
           ANSWER_UNSAFE);
}

static void test_long_counterexample(void **state)
{
    (void)state;
    expect("(declare-fun P (Int Int) Bool)(declare-fun Q (Int Int) Bool)"
           "(assert (P 0 0))"
           "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 40)) (Q (+ x 1) y))))"
           "(assert (forall ((x Int) (y Int)) (=> (Q x y) (P x (ite (> x 20) (+ y 2) y)))))"
           "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (>= y 40)) false)))",
           ANSWER_UNSAFE);
}

static void test_out_of_time(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, "(declare-fun P (Int Int Int) Bool)"
                        "(assert (P 3 5 1))"
                        "(assert (forall ((x Int) (y Int) (z Int)) (=> (P x y z) (P (* x y) (+ y x 1) (+ z 1)))))"
                        "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (= (* x x) (+ (* 3 y y) 2 z))) false)))");
    result r;
    double start = limits_now();
    run(h, 0.5, &r);
    assert_true(limits_now() - start < 20);
    assert_right(h, &r);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

/* ---- random problems ---- */

static void test_agrees_with_least_model(void **state)
{
    (void)state;
    uint64_t seed = 7;
    random_horn_shape shape = random_horn_small(true);
    size_t safe = 0, unsafe = 0;
    for (size_t i = 0; i < RANDOM_PROBLEMS; i++) {
        term_store *ts = term_store_new();
        horn *h = random_horn(ts, &seed, &shape);
        result wanted, r;
        result_init(&wanted);
        bool decided = least_model(h, 200000, &wanted);
        run(h, 20, &r);
        if (decided && r.answer != ANSWER_UNKNOWN) assert_int_equal(r.answer, wanted.answer);
        assert_right(h, &r);
        safe += r.answer == ANSWER_SAFE;
        unsafe += r.answer == ANSWER_UNSAFE;
        result_release(&wanted);
        result_release(&r);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(safe >= RANDOM_PROBLEMS / 5 && unsafe >= RANDOM_PROBLEMS / 5);
    assert_true(safe + unsafe >= RANDOM_PROBLEMS - 2);
}

/* Three ways to a derivation, each on its own: from the trace, from the proof of a second run, by search. */
enum { BY_TRACE, BY_PROOF, BY_SEARCH, WAYS };

static bool derive_by_trace(spacer_session *s, Z3_fixedpoint fp, const spacer_trace *trace, derivation *out)
{
    derivation_tree *tree = derivation_tree_new(s->h, s->limit, s->stats);
    u32_vec nodes;
    u32_vec_init(&nodes);
    bool ok = spacer_trace_build(trace, s->h, SPACER_READ_DEPTH, tree, &nodes);
    if (ok) {
        Z3_ast proof = Z3_fixedpoint_get_answer(s->z3, fp);
        Z3_inc_ref(s->z3, proof);
        spacer_trace_guess(trace, s, proof, &nodes, tree);
        Z3_dec_ref(s->z3, proof);
        ok = derivation_tree_solve(tree, &(derivation_tree_limits){.search = 1000}, out) == SMT_SAT;
    }
    u32_vec_release(&nodes);
    derivation_tree_free(tree);
    return ok;
}

static bool derive_by_proof(spacer_session *s, const spacer_trace *trace, derivation *out)
{
    uint8_t *used = test_calloc(horn_clause_count(s->h), 1);
    spacer_trace_used(trace, s->h, used);
    Z3_fixedpoint fp = spacer_session_fixedpoint(s, used, &(spacer_options){.transform = false});
    test_free(used);
    bool ok = spacer_session_query(s, fp, 0) == Z3_L_TRUE;
    if (ok) {
        Z3_ast proof = Z3_fixedpoint_get_answer(s->z3, fp);
        Z3_inc_ref(s->z3, proof);
        ok = spacer_proof_build(s, proof, out);
        assert_true(spacer_proof_size(s, proof, 100000) + 1 >= out->steps.size);
        Z3_dec_ref(s->z3, proof);
    }
    Z3_fixedpoint_dec_ref(s->z3, fp);
    return ok;
}

static bool derive_by_search(spacer_session *s, derivation *out)
{
    derivation_tree *tree = derivation_tree_new(s->h, s->limit, s->stats);
    bool ok = derivation_tree_solve(tree, &(derivation_tree_limits){.search = 1000}, out) == SMT_SAT;
    derivation_tree_free(tree);
    return ok;
}

static void try_all_ways(const horn *h, bool transform, size_t found[WAYS])
{
    limits limit = {.deadline = limits_now() + 20};
    stats counters;
    stats_init(&counters);
    spacer_session s;
    assert_true(spacer_session_init(&s, h, &limit, &counters));
    Z3_fixedpoint fp = spacer_session_fixedpoint(&s, NULL, &(spacer_options){.transform = transform});
    assert_non_null(fp);
    assert_int_equal(spacer_session_query(&s, fp, 0), Z3_L_TRUE);
    spacer_trace trace;
    spacer_trace_init(&trace);
    assert_true(spacer_trace_read(&trace, &s, fp));
    for (int way = 0; way < WAYS; way++) {
        derivation d;
        derivation_init(&d);
        bool ok = way == BY_TRACE   ? derive_by_trace(&s, fp, &trace, &d)
                  : way == BY_PROOF ? derive_by_proof(&s, &trace, &d)
                                    : derive_by_search(&s, &d);
        if (ok) assert_derivation(h, &d);
        found[way] += ok;
        derivation_release(&d);
    }
    spacer_trace_release(&trace);
    Z3_fixedpoint_dec_ref(s.z3, fp);
    spacer_session_release(&s);
}

static void test_ways_to_a_derivation(void **state)
{
    (void)state;
    uint64_t seed = 99;
    random_horn_shape shape = random_horn_small(true);
    size_t unsafe = 0, found[WAYS] = {0};
    for (size_t i = 0; i < RANDOM_PROBLEMS; i++) {
        term_store *ts = term_store_new();
        horn *h = random_horn(ts, &seed, &shape);
        result wanted;
        result_init(&wanted);
        if (least_model(h, 200000, &wanted) && wanted.answer == ANSWER_UNSAFE) {
            try_all_ways(h, i % 2 == 0, found);
            unsafe++;
        }
        result_release(&wanted);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(unsafe >= RANDOM_PROBLEMS / 5);
    for (int way = 0; way < WAYS; way++) assert_true(found[way] * 10 >= unsafe * 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_several_bodies),
        cmocka_unit_test(test_sorts),
        cmocka_unit_test(test_corners),
        cmocka_unit_test(test_long_counterexample),
        cmocka_unit_test(test_out_of_time),
        cmocka_unit_test(test_agrees_with_least_model),
        cmocka_unit_test(test_ways_to_a_derivation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
