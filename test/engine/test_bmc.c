/* Bounded model checking against the least model, on random problems. */

#include "engine/bmc.h"
#include "../horn/assert_model.h"
#include "../horn/clauses.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void run(const horn *h, size_t max_bound, result *out)
{
    engine_context c = {.limits = {.deadline = limits_now() + 20}, .max_bound = max_bound};
    result_init(out);
    bmc_run(h, &c, out);
}

/* The depth of a derivation as a tree. */
static uint32_t depth_of(const horn *h, const derivation *d)
{
    u32_vec depth;
    u32_vec_init(&depth);
    for (size_t i = 0; i < d->steps.size; i++) {
        uint32_t deepest = 0;
        const step *s = &d->steps.data[i];
        for (size_t k = 0; k < horn_clause(h, s->clause)->n_body; k++) {
            uint32_t premise = depth.data[d->premises.data[s->premise + k]];
            if (premise + 1 > deepest) deepest = premise + 1;
        }
        u32_vec_push(&depth, deepest);
    }
    uint32_t last = u32_vec_last(&depth);
    u32_vec_release(&depth);
    return last;
}

/* unsafe <=> derivation found; the derivation checks; none is shallower than the bound it reports as excluded. */
static void agrees_with_the_least_model(void **state)
{
    (void)state;
    uint64_t seed = 42;
    size_t unsafe = 0, safe = 0, models = 0;
    for (int i = 0; i < 160; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(true);
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        if (least_model(h, 200000, &oracle)) {
            run(h, 12, &r);
            if (oracle.answer == ANSWER_UNSAFE) {
                unsafe++;
                assert_int_equal(r.answer, ANSWER_UNSAFE);
                assert_null(least_model_check_derivation(h, &r.derivation));
                assert_true(r.bound < (int64_t)depth_of(h, &r.derivation));
                assert_true(depth_of(h, &r.derivation) <= depth_of(h, &oracle.derivation));
            } else {
                safe++;
                assert_int_not_equal(r.answer, ANSWER_UNSAFE);
                models += r.answer == ANSWER_SAFE;
                if (r.answer == ANSWER_SAFE) assert_model(h, &r.model);
            }
            result_release(&r);
        }
        result_release(&oracle);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(unsafe > 20 && safe > 20 && models > 20);
}

/* A chain of n steps has its derivation at depth n, and none before. */
static void finds_a_deep_derivation(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = horn_new(ts);
    sort i = sort_int(ts);
    pred p = horn_add_pred(h, "p", &i, 1);
    term x = term_mk_sym(ts, "x", i), zero = term_mk_int(ts, 0), next = term_mk_add2(ts, x, term_mk_int(ts, 1));
    horn_add_clause(h, NULL, 0, term_true(ts), (atom){p, &zero}, 0);
    horn_add_clause(h, &(atom){p, &x}, 1, term_true(ts), (atom){p, &next}, 0);
    horn_add_clause(h, &(atom){p, &x}, 1, term_mk_eq(ts, x, term_mk_int(ts, 40)), (atom){PRED_FALSE, NULL}, 0);
    result r;
    run(h, 0, &r);
    assert_int_equal(r.answer, ANSWER_UNSAFE);
    assert_int_equal(r.derivation.steps.size, 42);
    assert_int_equal(r.bound, 40);
    result_release(&r);
    run(h, 10, &r);
    assert_int_equal(r.answer, ANSWER_UNKNOWN);
    assert_int_equal(r.bound, 10);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

/* Where nothing is left to unroll there is a model: of calls at several places, and of a recursion that ends. */
static void proves_what_is_unrolled_completely(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, "(declare-fun inc (Int Int) Bool)(declare-fun rec (Int Int) Bool)(declare-fun main (Int) Bool)"
                                "(assert (forall ((x Int)) (inc x (+ x 1))))"
                                "(assert (forall ((n Int)) (=> (<= n 0) (rec n 0))))"
                                "(assert (forall ((n Int) (r Int) (s Int)) (=> (and (> n 0) (rec (- n 1) r) (inc r s)) (rec n s))))"
                                "(assert (forall ((a Int) (b Int) (c Int)) (=> (and (rec 3 a) (inc a b) (inc b c)) (main c))))"
                                "(assert (forall ((c Int)) (=> (and (main c) (not (= c 5))) false)))");
    result r;
    run(h, 0, &r);
    assert_int_equal(r.answer, ANSWER_SAFE);
    assert_model(h, &r.model);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

/* A query whose own constraint is false needs nothing of the predicates. */
static void proves_a_query_that_cannot_hold(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = horn_new(ts);
    sort i = sort_int(ts);
    pred p = horn_add_pred(h, "p", &i, 1);
    term x = term_mk_sym(ts, "x", i);
    term odd = term_mk_eq(ts, term_mk_mod(ts, term_mk_add2(ts, x, x), term_mk_int(ts, 2)), term_mk_int(ts, 1));
    horn_add_clause(h, NULL, 0, term_true(ts), (atom){p, &x}, 0);
    horn_add_clause(h, &(atom){p, &x}, 1, odd, (atom){PRED_FALSE, NULL}, 0);
    result r;
    run(h, 0, &r);
    assert_int_equal(r.answer, ANSWER_SAFE);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

static void handles_problems_without_queries_or_clauses(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = horn_new(ts);
    result r;
    run(h, 0, &r);
    assert_int_equal(r.answer, ANSWER_SAFE);
    result_release(&r);
    pred p = horn_add_pred(h, "p", NULL, 0);
    horn_add_clause(h, &(atom){p, NULL}, 1, term_true(ts), (atom){PRED_FALSE, NULL}, 0);
    run(h, 0, &r);
    assert_int_not_equal(r.answer, ANSWER_UNSAFE);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_least_model),
        cmocka_unit_test(finds_a_deep_derivation),
        cmocka_unit_test(proves_what_is_unrolled_completely),
        cmocka_unit_test(proves_a_query_that_cannot_hold),
        cmocka_unit_test(handles_problems_without_queries_or_clauses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
