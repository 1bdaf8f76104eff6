/* Abstraction by cells on small random problems about arrays: a model of the abstraction, facts included, is one of the problem; a problem
 * with a derivation keeps it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../horn/random_horn.h"
#include "engine/engine.h"
#include "pass/pass.h"
#include "validate/validate.h"

#include <stdlib.h>

enum { SEEDS = 60 };
#define SECONDS 1.0

typedef struct maker {
    term_store *ts;
    uint64_t state;
    horn *h;
    term i, n, a, b; /* variables of clauses */
} maker;

static uint32_t below(maker *m, uint32_t n) { return random_below(&m->state, n); }

static term number(maker *m) { return term_mk_int(m->ts, (int64_t)below(m, 4) - 1); }

static term index_term(maker *m)
{
    term t = below(m, 4) ? m->i : m->n;
    if (below(m, 3) == 0) t = term_mk_add2(m->ts, t, number(m));
    if (below(m, 4) == 0) t = term_mk_mul2(m->ts, term_mk_int(m->ts, 2), t);
    return t;
}

static term value_term(maker *m)
{
    switch (below(m, 4)) {
    case 0: return term_mk_select(m->ts, m->b, index_term(m));
    case 1: return m->i;
    default: return number(m);
    }
}

static term array_term(maker *m)
{
    term t = below(m, 5) ? m->a : m->b;
    if (below(m, 4) == 0) t = term_mk_const_array(m->ts, term_sort(m->ts, m->a), number(m));
    for (uint32_t n = below(m, 3); n > 0; n--) t = term_mk_store(m->ts, t, index_term(m), value_term(m));
    return below(m, 6) ? t : term_mk_ite(m->ts, term_mk_le(m->ts, m->i, number(m)), t, m->b);
}

static term guard(maker *m)
{
    term t = term_mk_lt(m->ts, m->i, m->n);
    if (below(m, 3) == 0) t = term_mk_not(m->ts, t);
    if (below(m, 3) == 0) t = term_mk_and2(m->ts, t, term_mk_le(m->ts, term_mk_select(m->ts, m->a, index_term(m)), number(m)));
    return t;
}

static term wrong(maker *m)
{
    term left = term_mk_select(m->ts, below(m, 3) ? m->a : m->b, index_term(m)), right = value_term(m);
    return below(m, 3) ? term_mk_not(m->ts, term_mk_eq(m->ts, left, right)) : term_mk_lt(m->ts, left, right);
}

/* One or two predicates over a counter, its bound and two arrays, a fact, a loop for each, a step between them, a query. */
static horn *make(maker *m)
{
    sort integer = sort_int(m->ts), array = sort_array(m->ts, integer, integer);
    m->h = horn_new(m->ts);
    m->i = term_mk_sym(m->ts, "i", integer);
    m->n = term_mk_sym(m->ts, "n", integer);
    m->a = term_mk_sym(m->ts, "a", array);
    m->b = term_mk_sym(m->ts, "b", array);
    pred p[2];
    uint32_t preds = 1 + below(m, 2);
    sort sorts[] = {integer, integer, array, array};
    for (uint32_t k = 0; k < preds; k++) p[k] = horn_add_pred(m->h, k ? "q" : "p", sorts, 4);
    term start[] = {term_mk_int(m->ts, 0), m->n, below(m, 2) ? array_term(m) : m->a, m->b}, state[] = {m->i, m->n, m->a, m->b};
    horn_add_clause(m->h, NULL, 0, term_true(m->ts), (atom){p[0], start}, 0);
    for (uint32_t k = 0; k < preds; k++) {
        term next[] = {term_mk_add2(m->ts, m->i, term_mk_int(m->ts, 1)), m->n, array_term(m), below(m, 4) ? m->b : array_term(m)};
        horn_add_clause(m->h, &(atom){p[k], state}, 1, guard(m), (atom){p[k], next}, 0);
    }
    if (preds > 1) {
        term again[] = {term_mk_int(m->ts, 0), m->n, m->a, m->b};
        horn_add_clause(m->h, &(atom){p[0], state}, 1, term_mk_le(m->ts, m->n, m->i), (atom){p[1], again}, 0);
    }
    term bad = term_mk_and2(m->ts, wrong(m), term_mk_and2(m->ts, term_mk_lt(m->ts, m->i, m->n), term_mk_le(m->ts, term_mk_int(m->ts, 0), m->i)));
    horn_add_clause(m->h, &(atom){p[preds - 1], state}, 1, bad, (atom){PRED_FALSE, NULL}, 0);
    return m->h;
}

static bool is_unsafe(const horn *h)
{
    engine_context c = {.limits = limits_within(&(limits){0}, SECONDS), .max_bound = 5};
    result r;
    result_init(&r);
    engine_find("bmc")->run(h, &c, &r);
    bool unsafe = r.answer == ANSWER_UNSAFE;
    result_release(&r);
    return unsafe;
}

static answer solve_abstraction(const horn *h, const pass *how, uint64_t seed)
{
    limits l = limits_within(&(limits){0}, 2 * SECONDS);
    pipeline *p = pipeline_run(h, NULL, 0, &l, NULL, NULL);
    result r;
    result_init(&r);
    answer found = ANSWER_UNKNOWN;
    if (pipeline_vary(p, how, NULL, 0, &l, NULL, NULL)) {
        assert_null(horn_check(pipeline_result(p)));
        engine_context c = {.limits = limits_within(&(limits){0}, SECONDS)};
        engine_find(horn_clauses_of(pipeline_result(p), PRED_FALSE)->size ? "spacer" : "bmc")->run(pipeline_result(p), &c, &r);
        if (r.answer == ANSWER_SAFE) {
            pipeline_back(p, &r, &(limits){0});
            stats counters;
            stats_init(&counters);
            text why;
            text_init(&why);
            limits time = limits_within(&(limits){0}, 5);
            found = r.answer;
            if (validate_result(h, &r, &time, &counters, &why) == INVALID)
                fail_msg("seed %llu, %s: %s", (unsigned long long)seed, how->name, why.data);
            text_release(&why);
        }
    }
    result_release(&r);
    pipeline_free(p);
    return found;
}

static void test_models_come_back(void **state)
{
    (void)state;
    size_t safe = 0, unsafe = 0;
    double end = limits_now() + 20;
    for (uint64_t seed = 0; seed < SEEDS && limits_now() < end; seed++) {
        maker m = {.ts = term_store_new(), .state = seed};
        horn *h = make(&m);
        assert_null(horn_check(h));
        bool is_wrong = is_unsafe(h);
        unsafe += is_wrong;
        answer found = solve_abstraction(h, &ABSTRACTIONS[seed % ABSTRACTION_COUNT], seed);
        if (is_wrong) assert_int_not_equal(found, ANSWER_SAFE);
        safe += found == ANSWER_SAFE;
        horn_free(h);
        term_store_free(m.ts);
    }
    assert_true(safe > 0);
    assert_true(unsafe > 0);
}

/* for (i = 0; i < n; i++) a[4i + 100] = 0; for (...) assert(a[4i + 100] == 0): the paper's program, with addresses. */
static void test_fill(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    sort integer = sort_int(ts), array = sort_array(ts, integer, integer);
    term i = term_mk_sym(ts, "i", integer), n = term_mk_sym(ts, "n", integer), a = term_mk_sym(ts, "a", array);
    term zero = term_mk_int(ts, 0), next = term_mk_add2(ts, i, term_mk_int(ts, 1));
    term at = term_mk_add2(ts, term_mk_mul2(ts, term_mk_int(ts, 4), i), term_mk_int(ts, 100));
    horn *h = horn_new(ts);
    sort sorts[] = {integer, integer, array};
    pred p = horn_add_pred(h, "fill", sorts, 3), q = horn_add_pred(h, "check", sorts, 3);
    atom in_p = {p, (term[]){n, i, a}}, in_q = {q, (term[]){n, i, a}};
    term less = term_mk_lt(ts, i, n), is_zero = term_mk_eq(ts, term_mk_select(ts, a, at), zero);
    horn_add_clause(h, NULL, 0, term_true(ts), (atom){p, (term[]){n, zero, a}}, 0);
    horn_add_clause(h, &in_p, 1, less, (atom){p, (term[]){n, next, term_mk_store(ts, a, at, zero)}}, 0);
    horn_add_clause(h, &in_p, 1, term_mk_not(ts, less), (atom){q, (term[]){n, zero, a}}, 0);
    horn_add_clause(h, &in_q, 1, term_mk_and2(ts, less, is_zero), (atom){q, (term[]){n, next, a}}, 0);
    horn_add_clause(h, &in_q, 1, term_mk_and2(ts, less, term_mk_not(ts, is_zero)), (atom){PRED_FALSE, NULL}, 0);
    limits l = limits_within(&(limits){0}, 30);
    pipeline *all = pipeline_run(h, NULL, 0, &l, NULL, NULL);
    assert_true(pipeline_vary(all, &ABSTRACTIONS[0], NULL, 0, &l, NULL, NULL));
    assert_int_equal(horn_clauses_of(pipeline_result(all), PRED_FALSE)->size, 0);
    result r;
    result_init(&r);
    engine_find("bmc")->run(pipeline_result(all), &(engine_context){.limits = l}, &r);
    pipeline_back(all, &r, &l);
    assert_int_equal(r.answer, ANSWER_SAFE);
    stats counters;
    stats_init(&counters);
    text why;
    text_init(&why);
    assert_int_equal(validate_result(h, &r, &l, &counters, &why), VALID);
    model_set(&r.model, q, term_true(ts));
    assert_int_not_equal(validate_result(h, &r, &l, &counters, &why), VALID);
    text_release(&why);
    result_release(&r);
    pipeline_free(all);
    horn_free(h);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fill), cmocka_unit_test(test_models_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
