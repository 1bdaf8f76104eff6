/* All engines on random problems with datatypes: bounded ones against the least model, unbounded ones, with lists, against each other and the
 * validator. SCALE=n in the environment runs n times as many. */

#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "engine/engine.h"
#include "pass/pass.h"
#include "validate/validate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static uint64_t rounds(uint64_t few)
{
    return few * (getenv("SCALE") ? strtoull(getenv("SCALE"), NULL, 10) : 1);
}

static random_horn_shape shape_of(bool bounded)
{
    return (random_horn_shape){.max_preds = 3, .max_args = 3, .max_extra_clauses = 2, .max_body = 2, .datatypes = true, .bounded = bounded};
}

/* The engine's answer about h, found on `after` and validated; a wrong one fails the test. */
static answer ask(const engine *e, const pipeline *p, const horn *h, double seconds, uint64_t seed)
{
    engine_context c = {.limits = {.deadline = limits_now() + seconds}, .max_bound = 8};
    limits none = {0};
    result r;
    result_init(&r);
    e->run(pipeline_result(p), &c, &r);
    pipeline_back(p, &r, &none);
    text why;
    text_init(&why);
    limits own = {.deadline = limits_now() + 10};
    verdict v = r.answer == ANSWER_UNKNOWN ? UNDECIDED : validate_result(h, &r, &own, &r.stats, &why);
    if (v == INVALID) fail_msg("%s, seed %llu: %s", e->name, (unsigned long long)seed, why.data);
    answer found = v == VALID ? r.answer : ANSWER_UNKNOWN;
    text_release(&why);
    result_release(&r);
    return found;
}

static pipeline *prepare(const horn *h, uint64_t seed)
{
    limits none = {0};
    pipeline *p = pipeline_run(h, NULL, 0, &none, NULL, NULL);
    if (seed % 3 == 0) pipeline_vary(p, pass_find_variant("fields"), NULL, 0, &none, NULL, NULL);
    return p;
}

typedef struct tally {
    size_t safe, unsafe, unknown;
} tally;

static void count(tally *t, answer a)
{
    t->safe += a == ANSWER_SAFE;
    t->unsafe += a == ANSWER_UNSAFE;
    t->unknown += a == ANSWER_UNKNOWN;
}

/* Spacer, bmc and la are to be of use here; the others must not be wrong. */
static const char *const NAMES[] = {"spacer", "bmc", "la", "lawi", "interla", "cegar", "backward", "absint"};
enum { N_NAMES = sizeof NAMES / sizeof *NAMES };

static void agree_with_the_least_model(void **state)
{
    (void)state;
    tally t[N_NAMES] = {{0}};
    size_t decided = 0;
    for (uint64_t seed = 0; seed < rounds(40); seed++) {
        term_store *ts = term_store_new();
        uint64_t s = seed;
        random_horn_shape shape = shape_of(true);
        horn *h = random_horn(ts, &s, &shape);
        pipeline *p = prepare(h, seed);
        result oracle;
        result_init(&oracle);
        bool known = least_model(h, 100000, &oracle);
        decided += known;
        for (size_t i = 0; i < N_NAMES; i++) {
            answer a = ask(engine_find(NAMES[i]), p, h, 1, seed);
            if (known && a != ANSWER_UNKNOWN && a != oracle.answer) fail_msg("%s, seed %llu: wrong", NAMES[i], (unsigned long long)seed);
            count(&t[i], a);
        }
        result_release(&oracle);
        pipeline_free(p);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(decided * 2 > rounds(40));
    for (size_t i = 0; i < 3; i++) assert_true(t[i].unsafe > 0 && t[i].safe > 0 && t[i].unknown * 2 < rounds(40));
}

static void agree_with_each_other_about_lists(void **state)
{
    (void)state;
    tally all = {0};
    for (uint64_t seed = 0; seed < rounds(30); seed++) {
        term_store *ts = term_store_new();
        uint64_t s = 1000 + seed;
        random_horn_shape shape = shape_of(false);
        horn *h = random_horn(ts, &s, &shape);
        pipeline *p = prepare(h, seed);
        answer known = ANSWER_UNKNOWN;
        for (size_t i = 0; i < N_NAMES; i++) {
            answer a = ask(engine_find(NAMES[i]), p, h, 0.5, seed);
            if (a != ANSWER_UNKNOWN && known != ANSWER_UNKNOWN && a != known) fail_msg("%s, seed %llu: disagrees", NAMES[i], (unsigned long long)seed);
            if (a != ANSWER_UNKNOWN) known = a;
        }
        count(&all, known);
        pipeline_free(p);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(all.safe > 0 && all.unsafe > 0 && all.unknown * 2 < rounds(30));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agree_with_the_least_model),
        cmocka_unit_test(agree_with_each_other_about_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
