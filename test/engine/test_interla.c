/* Lazy annotation against the least model, and on the programs of the 2010 paper. */

#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "engine/interla/interla.h"
#include "front/smtlib/smtlib.h"
#include "smt/smt.h"
#include "term/dag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* ---- what a right answer is ---- */

/* Does the clause hold in the model? Summaries may be quantified; a solver that gives up refutes nothing. */
static bool holds(const horn *h, const model *m, size_t index)
{
    limits none = {0};
    smt *solver = smt_new(horn_terms(h), &none, NULL);
    smt_set_query_limit(solver, 5);
    smt_assert(solver, model_refute_clause(m, h, horn_clause(h, index)));
    smt_result r = smt_check(solver, NULL, 0);
    smt_free(solver);
    return r != SMT_SAT;
}

static void assert_right(const horn *h, const result *r)
{
    if (r->answer == ANSWER_SAFE)
        for (size_t i = 0; i < horn_clause_count(h); i++) assert_true(holds(h, &r->model, i));
    if (r->answer == ANSWER_UNSAFE) {
        const char *wrong = least_model_check_derivation(h, &r->derivation);
        if (wrong) fail_msg("derivation: %s", wrong);
    }
    if (r->answer == ANSWER_UNKNOWN) assert_non_null(r->reason);
}

static void run(const horn *h, double seconds, result *out)
{
    engine_context context = {.limits = {.deadline = limits_now() + seconds}};
    result_init(out);
    interla_run(h, &context, out);
}

static horn *parse(term_store *ts, const char *clauses)
{
    text script;
    text_init(&script);
    text_printf(&script, "(set-logic HORN)%s(check-sat)", clauses);
    limits none = {0};
    smtlib_info info;
    diag error;
    diag_init(&error);
    horn *h = smtlib_parse(ts, "test", script.data, script.size, &none, &info, &error);
    if (!h) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    diag_release(&error);
    text_release(&script);
    return h;
}

/* ---- random problems ---- */

typedef struct tally {
    size_t safe, unsafe, unknown;
} tally;

static tally compare(uint64_t seed, random_horn_shape shape, int problems)
{
    tally t = {0};
    for (int i = 0; i < problems; i++) {
        term_store *ts = term_store_new();
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        if (least_model(h, 200000, &oracle)) {
            run(h, 5, &r);
            assert_right(h, &r);
            if (r.answer != ANSWER_UNKNOWN) assert_int_equal(r.answer, oracle.answer);
            t.safe += r.answer == ANSWER_SAFE;
            t.unsafe += r.answer == ANSWER_UNSAFE;
            t.unknown += r.answer == ANSWER_UNKNOWN;
            if (r.answer == ANSWER_UNKNOWN && getenv("V")) fprintf(stderr, "%d: unknown (%d): %s\n", i, oracle.answer, r.reason);
            result_release(&r);
        }
        result_release(&oracle);
        horn_free(h);
        term_store_free(ts);
    }
    if (getenv("V")) fprintf(stderr, "safe %zu unsafe %zu unknown %zu\n", t.safe, t.unsafe, t.unknown);
    return t;
}

static void agrees_with_the_least_model_on_linear_problems(void **state)
{
    (void)state;
    random_horn_shape shape = random_horn_small(true);
    shape.max_body = 1;
    tally t = compare(5, shape, 150);
    assert_true(t.safe > 20 && t.unsafe > 20 && t.unknown < 10);
}

static void agrees_with_the_least_model_on_joins(void **state)
{
    (void)state;
    random_horn_shape shape = random_horn_small(true);
    shape.max_body = 3;
    tally t = compare(77, shape, 100);
    assert_true(t.safe > 20 && t.unsafe > 20 && t.unknown < 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_least_model_on_linear_problems),
        cmocka_unit_test(agrees_with_the_least_model_on_joins),
    };
    (void)parse;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
