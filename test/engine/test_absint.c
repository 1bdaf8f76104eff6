/* Abstract interpretation against the least model, on random problems: what is said to be a model is one, and no state is lost. */

#include "../horn/assert_model.h"
#include "../horn/clauses.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "absint/absint.h"
#include "engine/absint.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_the_least_model), cmocka_unit_test(proves_counters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
