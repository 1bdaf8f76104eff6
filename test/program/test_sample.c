/* Random testing: what they claim, the interpreter sees, too. */

#include "program/interpret.h"
#include "program/sample.h"
#include "random_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static bool is_same(const term_vec *a, const term_vec *b)
{
    if (a->size != b->size) return false;
    for (size_t i = 0; i < a->size; i++)
        if (!term_is_equal(a->data[i], b->data[i])) return false;
    return true;
}

/* The inputs lead the interpreter to the same goal, and the number gives the same run again. */
static void check_find(const program *p, uint32_t number, goal violated, const term_vec *inputs)
{
    limits none = {0};
    interpret_options o = {.inputs = inputs->data, .n_inputs = inputs->size};
    run_result r;
    run_result_init(&r);
    interpret(p, &o, &r);
    assert_int_equal(r.end, RUN_VIOLATED);
    assert_int_equal(r.goal.id, violated.id);
    run_result_release(&r);
    sampler *again = sampler_new(p);
    term_vec same;
    term_vec_init(&same);
    goal other;
    bool is_last;
    assert_true(sampler_run(again, number, &none, &other, &same, &is_last));
    assert_int_equal(other.id, violated.id);
    assert_true(is_same(inputs, &same));
    term_vec_release(&same);
    sampler_free(again);
}

static void test_finds_are_runs(void **state)
{
    (void)state;
    random_program_shape shape = random_program_small();
    uint64_t seed = 20261115;
    size_t found = 0;
    for (int i = 0; i < 200; i++) {
        term_store *ts = term_store_new();
        program *p = random_program(ts, &seed, &shape);
        sampler *s = sampler_new(p);
        limits none = {0};
        bool is_last = false;
        for (uint32_t number = 0; number < 14 && !is_last; number++) {
            term_vec inputs;
            term_vec_init(&inputs);
            goal violated;
            if (sampler_run(s, number, &none, &violated, &inputs, &is_last)) {
                check_find(p, number, violated, &inputs);
                found++;
            }
            term_vec_release(&inputs);
        }
        sampler_free(s);
        program_free(p);
        term_store_free(ts);
    }
    assert_true(found > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_finds_are_runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
