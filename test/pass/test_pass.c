#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "pass/draft.h"
#include "pass/pass.h"
#include "smt/smt.h"
#include "term/dag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUDGET = 20000 };
static const limits NO_LIMIT = {0};

typedef struct fixture {
    term_store *ts;
    smt *solver;
    size_t safe, unsafe, given_up, ran, quantified;
} fixture;

static void fixture_init(fixture *f)
{
    *f = (fixture){.ts = term_store_new()};
    f->solver = smt_new(f->ts, &NO_LIMIT, NULL);
}

static void fixture_release(fixture *f)
{
    smt_free(f->solver);
    term_store_free(f->ts);
}

static void fail_on(const char *wrong, const char *pass_name, uint64_t seed)
{
    if (wrong) fail_msg("pass %s, seed %llu: %s", pass_name, (unsigned long long)seed, wrong);
}

static bool is_unsat(fixture *f, term t)
{
    smt_push(f->solver);
    smt_assert(f->solver, t);
    smt_result found = smt_check(f->solver, NULL, 0);
    smt_pop(f->solver, 1);
    return found == SMT_UNSAT;
}

static const char *check_model(fixture *f, const horn *h, const model *m)
{
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        if (!is_unsat(f, model_refute_clause(m, h, horn_clause(h, i)))) return "a clause does not hold in the model";
    }
    return NULL;
}

static const char *check_result(fixture *f, const horn *h, const result *r)
{
    if (r->answer == ANSWER_UNKNOWN) return r->reason ? r->reason : "the answer is lost";
    return r->answer == ANSWER_SAFE ? check_model(f, h, &r->model) : least_model_check_derivation(h, &r->derivation);
}

/* A model of h that says less: predicates become true where the clauses still hold. */
static void weaken(fixture *f, const horn *h, model *m)
{
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        term kept = model_get(m, (pred){p});
        model_set(m, (pred){p}, term_true(horn_terms(h)));
        if (check_model(f, h, m)) model_set(m, (pred){p}, kept);
    }
}


static size_t skip_all_but(const char *name, const char **skip)
{
    size_t n = 0;
    for (size_t i = 0; name && i < PASS_COUNT; i++) {
        if (strcmp(PASSES[i].name, name) != 0) skip[n++] = PASSES[i].name;
    }
    return n;
}

static size_t count_quantified(const horn *h, const model *m)
{
    size_t n = 0;
    for (uint32_t p = 0; p < horn_pred_count(h); p++) n += term_has_quantifier(horn_terms(h), model_get(m, (pred){p}));
    return n;
}

/* The law of passes on one problem: the same answer, and what proves it there proves it here. */
static void check_passes(fixture *f, const horn *h, answer expected, const char *name, uint64_t seed)
{
    const char *skip[16], *shown = name ? name : "all";
    size_t n = skip_all_but(name, skip);
    pipeline *p = pipeline_run(h, skip, n, &NO_LIMIT, NULL, NULL);
    const horn *after = pipeline_result(p);
    fail_on(horn_check(after), shown, seed);
    f->ran += after != h;
    result r;
    result_init(&r);
    if (least_model(after, BUDGET, &r)) {
        if (r.answer != expected) fail_on("the answer changed", shown, seed);
        if (seed % 3 == 0 && r.answer == ANSWER_SAFE) weaken(f, after, &r.model);
        fail_on(check_result(f, after, &r), "(oracle)", seed);
        pipeline_back(p, &r, &NO_LIMIT);
        if (r.answer != expected) fail_on("the answer changed on the way back", shown, seed);
        fail_on(check_result(f, h, &r), shown, seed);
        if (r.answer == ANSWER_SAFE) f->quantified += count_quantified(h, &r.model);
    } else {
        f->given_up++;
    }
    result_release(&r);
    pipeline_free(p);
}

static void check_seed(fixture *f, uint64_t seed, const char *name)
{
    uint64_t state = seed;
    random_horn_shape shape = random_horn_small(true);
    horn *h = random_horn(f->ts, &state, &shape);
    fail_on(horn_check(h), "(generator)", seed);
    result r;
    result_init(&r);
    if (least_model(h, BUDGET, &r)) {
        f->safe += r.answer == ANSWER_SAFE;
        f->unsafe += r.answer == ANSWER_UNSAFE;
        check_passes(f, h, r.answer, name, seed);
    } else {
        f->given_up++;
    }
    result_release(&r);
    horn_free(h);
}

static void check_seeds(const char *name, uint64_t first, uint64_t count)
{
    fixture f;
    fixture_init(&f);
    for (uint64_t seed = first; seed < first + count; seed++) check_seed(&f, seed, name);
    if (getenv("TALLY")) printf("%s: safe %zu unsafe %zu given up %zu ran %zu quantified %zu\n", name ? name : "all", f.safe, f.unsafe, f.given_up, f.ran, f.quantified);
    assert_true(f.safe > count / 4);
    assert_true(f.unsafe > count / 4);
    assert_true(f.given_up < count / 20);
    assert_true(f.ran > count / 10);
    assert_true(f.quantified == 0);
    fixture_release(&f);
}

static uint64_t scale(void) { return getenv("SCALE") ? strtoull(getenv("SCALE"), NULL, 10) : 1; }

static void slice_keeps_answers(void **state) { (void)state; check_seeds("slice", 0, 150 * scale()); }
static void propagate_keeps_answers(void **state) { (void)state; check_seeds("propagate", 100000, 150 * scale()); }
static void deadargs_keeps_answers(void **state) { (void)state; check_seeds("deadargs", 200000, 150 * scale()); }
static void inline_keeps_answers(void **state) { (void)state; check_seeds("inline", 300000, 150 * scale()); }
static void pipeline_keeps_answers(void **state) { (void)state; check_seeds(NULL, 400000, 150 * scale()); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slice_keeps_answers),
        cmocka_unit_test(propagate_keeps_answers),
        cmocka_unit_test(deadargs_keeps_answers),
        cmocka_unit_test(inline_keeps_answers),
        cmocka_unit_test(pipeline_keeps_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
