/* Lazy annotation: against the least model on random problems, on small programs, and what it learns there. */

#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "engine/la.h"
#include "front/smtlib/smtlib.h"
#include "smt/smt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_model(const horn *h, const model *m)
{
    limits none = {0};
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        smt *solver = smt_new(horn_terms(h), &none, NULL);
        smt_assert(solver, model_refute_clause(m, h, horn_clause(h, i)));
        assert_int_equal(smt_check(solver, NULL, 0), SMT_UNSAT);
        smt_free(solver);
    }
}

static void assert_right(const horn *h, const result *r)
{
    if (r->answer == ANSWER_SAFE) assert_model(h, &r->model);
    if (r->answer == ANSWER_UNSAFE) assert_null(least_model_check_derivation(h, &r->derivation));
    if (r->answer == ANSWER_UNKNOWN) assert_non_null(r->reason);
}

static void run_with(const horn *h, const char *options, double seconds, size_t max_bound, result *out)
{
    engine_context c = {.limits = {.deadline = limits_now() + seconds}, .max_bound = max_bound, .engine_options = options};
    result_init(out);
    la_run(h, &c, out);
}

/* The same answer as the least model, with a model or derivation that checks. */
static void agrees(uint64_t seed, int problems, uint32_t max_body, const char *options)
{
    size_t unsafe = 0, safe = 0, open = 0;
    for (int i = 0; i < problems; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(true);
        shape.max_body = max_body;
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        if (least_model(h, 200000, &oracle)) {
            run_with(h, options, 10, 30, &r);
            assert_right(h, &r);
            if (r.answer == ANSWER_UNKNOWN) open++;
            else assert_int_equal(r.answer, oracle.answer);
            if (oracle.answer == ANSWER_UNSAFE) unsafe++;
            else safe++;
            result_release(&r);
        }
        result_release(&oracle);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(unsafe * 5 > (size_t)problems && safe * 5 > (size_t)problems);
    assert_true(open * 50 <= (size_t)problems);
}

static void agrees_on_linear_problems(void **state)
{
    (void)state;
    agrees(1, 80, 1, NULL);
}

static void agrees_on_problems_with_joins(void **state)
{
    (void)state;
    agrees(2, 80, 2, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_on_linear_problems),
        cmocka_unit_test(agrees_on_problems_with_joins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
