/* Backward reachability against the least model, on random problems. */

#include "engine/backward.h"
#include "../horn/assert_model.h"
#include "../horn/clauses.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void run(const horn *h, size_t max_bound, result *out)
{
    engine_context c = {.limits = {.deadline = limits_now() + 20}, .max_bound = max_bound};
    result_init(out);
    backward_run(h, &c, out);
}

static void run_text(const char *clauses, size_t max_bound, answer expected, int64_t bound)
{
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, clauses);
    result r;
    run(h, max_bound, &r);
    assert_int_equal(r.answer, expected);
    if (expected == ANSWER_SAFE) assert_model(h, &r.model);
    if (expected == ANSWER_UNSAFE) assert_null(least_model_check_derivation(h, &r.derivation));
    if (expected == ANSWER_UNKNOWN) assert_int_equal(r.bound, bound);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

/* What it says is right; of linear problems over few states it says something. */
static void agrees_with_the_least_model(void **state)
{
    (void)state;
    uint64_t seed = 7;
    size_t models = 0, derivations = 0;
    for (int i = 0; i < 120; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(i % 2 == 0);
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        if (least_model(h, 200000, &oracle)) {
            run(h, 12, &r);
            if (r.answer == ANSWER_SAFE) assert_model(h, &r.model);
            if (r.answer == ANSWER_UNSAFE) assert_null(least_model_check_derivation(h, &r.derivation));
            models += r.answer == ANSWER_SAFE;
            derivations += r.answer == ANSWER_UNSAFE;
            result_release(&r);
        }
        result_release(&oracle);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(models > 20 && derivations > 20);
}

#define COUNTER(step, query)                                                                                                                    \
    "(declare-fun p (Int Int) Bool)(assert (forall ((n Int)) (=> (<= 0 n 5) (p 0 n))))"                                                         \
    "(assert (forall ((x Int) (n Int)) (=> (and (p x n) (< x n)) (p (+ x " step ") n))))"                                                       \
    "(assert (forall ((x Int) (n Int)) (=> (and (p x n) " query ") false)))"

static void proves_and_refutes_counters(void **state)
{
    (void)state;
    run_text(COUNTER("1", "(> x n)"), 0, ANSWER_SAFE, 0);
    run_text(COUNTER("2", "(> x n)"), 0, ANSWER_UNSAFE, 0);
    run_text(COUNTER("1", "(= x 5)"), 0, ANSWER_UNSAFE, 0);
    run_text(COUNTER("1", "(= x 5)"), 3, ANSWER_UNKNOWN, 3);
}

/* Of several body atoms the first has all the blame: enough here. */
static void proves_with_several_body_atoms(void **state)
{
    (void)state;
    run_text("(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (forall ((x Int)) (=> (> x 0) (p x))))(assert (forall ((x Int)) (q x)))"
             "(assert (forall ((x Int) (y Int)) (=> (and (p x) (q y) (< x (- (* y y)))) false)))",
             0, ANSWER_SAFE, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_least_model),
        cmocka_unit_test(proves_and_refutes_counters),
        cmocka_unit_test(proves_with_several_body_atoms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
