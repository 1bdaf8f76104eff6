/* solve_run against the least model, whatever the number of processors, and its limits. */

#include "../horn/assert_model.h"
#include "../horn/clauses.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "solve/solve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static solve_options options_for(size_t jobs, double seconds)
{
    return (solve_options){.engine = "auto", .limits = {.deadline = limits_now() + seconds}, .jobs = jobs};
}

static void test_agrees_with_the_least_model(void **state)
{
    (void)state;
    static const size_t JOBS[] = {1, 2, 4};
    uint64_t seed = 11;
    for (int i = 0; i < 12; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(true);
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        result_init(&r);
        if (least_model(h, 200000, &oracle)) {
            solve_options o = options_for(JOBS[i % 3], 60);
            const char *engine_name;
            solve_run(h, &o, &r, &engine_name);
            assert_int_equal(r.answer, oracle.answer);
            assert_non_null(engine_name);
            if (r.answer == ANSWER_SAFE) assert_model(h, &r.model);
            else assert_null(least_model_check_derivation(h, &r.derivation));
        }
        result_release(&oracle);
        result_release(&r);
        horn_free(h);
        term_store_free(ts);
    }
}

/* Nobody knows. */
static const char HARD[] = "(declare-fun P (Int Int Int) Bool)\n"
                           "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (> x 2) (> y 2) (> z 2)) (P x y z))))\n"
                           "(assert (forall ((x Int) (y Int) (z Int)) (=> (P x y z) (P (+ x y) (+ y z) (+ z x)))))\n"
                           "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (= (+ (* x x x x x) (* y y y y y)) (* z z z z z))) false)))\n";

static void run_hard(const solve_options *o, result *r)
{
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, HARD);
    const char *engine_name;
    result_init(r);
    solve_run(h, o, r, &engine_name);
    assert_int_equal(r->answer, ANSWER_UNKNOWN);
    assert_null(engine_name);
    horn_free(h);
    term_store_free(ts);
}

static void test_ends_in_time(void **state)
{
    (void)state;
    for (size_t jobs = 1; jobs < 5; jobs += 3) {
        double start = limits_now();
        solve_options o = options_for(jobs, 1.5);
        result r;
        run_hard(&o, &r);
        assert_true(limits_now() - start < 10); /* also on a busy machine */
        assert_non_null(strstr(r.reason, "la: out of time"));
        result_release(&r);
    }
}

static void test_ends_when_superseded(void **state)
{
    (void)state;
    double start = limits_now();
    bool is_superseded = true;
    solve_options o = options_for(2, 100);
    o.is_superseded = &is_superseded;
    result r;
    run_hard(&o, &r);
    assert_true(limits_now() - start < 10);
    result_release(&r);
}

/* With less memory than this process has, whatever begins is ended, and named. */
static void test_memory_limit(void **state)
{
    (void)state;
    double start = limits_now();
    solve_options o = options_for(2, 100);
    o.memory = 1 << 20;
    result r;
    run_hard(&o, &r);
    assert_true(limits_now() - start < 60);
    assert_non_null(strstr(r.reason, "la: it ran out of memory (limit 1 MB)"));
    result_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agrees_with_the_least_model),
        cmocka_unit_test(test_ends_in_time),
        cmocka_unit_test(test_ends_when_superseded),
        cmocka_unit_test(test_memory_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
