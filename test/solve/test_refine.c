/* Engines on problems with bit operations, products and divisions, through refinement: what they answer is right, and they answer. */

#include "../horn/disguise.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "solve/refine.h"
#include "validate/validate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>

/* Z3 leaks when its Horn engine is interrupted, which is what happens here to a first try that takes long. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libz3"; }

enum { BUDGET = 20000 };
static uint64_t scale(void) { return getenv("SCALE") ? strtoull(getenv("SCALE"), NULL, 10) : 1; }

typedef struct counts {
    size_t answered, asked, rounds;
} counts;

static void check_engine(const char *name, const horn *h, answer expected, uint64_t seed, counts *n)
{
    limits limit = limits_within(&(limits){0}, 5);
    result r;
    result_init(&r);
    engine_context context = {.limits = limit};
    if (seed % 4) refine_abstractly(engine_find(name), h, &context, &r);
    else refine_run(engine_find(name), h, &context, &r);
    n->asked++;
    n->rounds += (size_t)stats_get(&r.stats, refinement_rounds);
    if (r.answer != ANSWER_UNKNOWN) {
        text why;
        text_init(&why);
        stats counters;
        stats_init(&counters);
        n->answered++;
        if (r.answer != expected) fail_msg("seed %llu: %s gives the wrong answer", (unsigned long long)seed, name);
        bool valid = validate_result(h, &r, &(limits){0}, &counters, &why) == VALID;
        if (!valid) fail_msg("seed %llu, %s: %s", (unsigned long long)seed, name, why.data);
        text_release(&why);
    }
    result_release(&r);
}

static void check_seed(uint64_t seed, disguise how, counts *n)
{
    term_store *ts = term_store_new();
    uint64_t state = seed;
    random_horn_shape shape = {.max_preds = 3, .max_args = 2, .max_extra_clauses = 2, .max_body = 2, .bounded = true};
    horn *plain = random_horn(ts, &state, &shape), *h = disguise_problem(plain, how);
    assert_null(horn_check(h));
    result r;
    result_init(&r);
    if (least_model(plain, BUDGET, &r)) {
        check_engine("spacer", h, r.answer, seed, n);
        if (r.answer == ANSWER_UNSAFE) check_engine("bmc", h, r.answer, seed, n);
    }
    result_release(&r);
    horn_free(plain);
    horn_free(h);
    term_store_free(ts);
}

static void check_seeds(uint64_t first, disguise how)
{
    counts n = {0};
    for (uint64_t seed = first; seed < first + 12 * scale(); seed++) check_seed(seed, how, &n);
    assert_true(n.answered * 10 >= n.asked * 8);
    assert_true(n.rounds > n.asked / 2);
}

static void bit_operations_are_refined(void **state) { (void)state; check_seeds(0, BITS); }
static void products_are_refined(void **state) { (void)state; check_seeds(100, PRODUCTS); }
static void divisions_need_no_refinement(void **state) { (void)state; check_seeds(200, DIVISIONS); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bit_operations_are_refined),
        cmocka_unit_test(products_are_refined),
        cmocka_unit_test(divisions_need_no_refinement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
