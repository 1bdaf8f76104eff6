/* Directed execution: what it finds, the interpreter sees, too; and on small programs it misses little of what trying all inputs finds. */

#include "../program/random_program.h"
#include "term/eval.h"
#include "testgen/distance.h"
#include "testgen/explore.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { STEPS = 2000 };

typedef struct search {
    const program *p;
    bool *reached;
} search;

static bool is_wanted(void *user, goal g)
{
    const search *s = user;
    return !s->reached[g.id];
}

static void found(void *user, const concolic_run *r)
{
    search *s = user;
    bool *reached = calloc(program_goal_count(s->p) + 1, sizeof *reached), is_new = false;
    run_result other;
    run_result_init(&other);
    interpret(s->p, &(interpret_options){.inputs = r->inputs.data, .n_inputs = r->inputs.size, .reached = reached, .max_steps = STEPS}, &other);
    for (size_t i = 0; i < r->visits.size; i++) {
        goal g = r->visits.data[i].goal;
        assert_true(reached[g.id]);
        is_new |= !s->reached[g.id];
        s->reached[g.id] = true;
    }
    assert_true(is_new);
    run_result_release(&other);
    free(reached);
}

/* All inputs from -1 to 2, of so many. */
static void enumerate(const program *p, term_vec *inputs, size_t depth, bool *reached)
{
    run_result r;
    run_result_init(&r);
    interpret(p, &(interpret_options){.inputs = inputs->data, .n_inputs = inputs->size, .reached = reached, .max_steps = STEPS}, &r);
    bool asks = r.end == RUN_OUT_OF_INPUTS;
    run_result_release(&r);
    for (int v = -1; v <= 4 && asks && depth; v++) {
        term_store *ts = program_terms(p);
        term_vec_push(inputs, v <= 2 ? term_mk_int(ts, v) : term_mk_bool(ts, v == 3));
        enumerate(p, inputs, depth - 1, reached);
        term_vec_pop(inputs);
    }
}

static void test_finds_what_enumeration_finds(void **state)
{
    (void)state;
    random_program_shape shape = random_program_small();
    uint64_t seed = 20261117;
    size_t by_search = 0, by_enumeration = 0;
    for (int i = 0; i < 200; i++) {
        term_store *ts = term_store_new();
        program *p = random_program(ts, &seed, &shape);
        search s = {p, calloc(program_goal_count(p) + 1, sizeof(bool))};
        bool *all = calloc(program_goal_count(p) + 1, sizeof *all);
        term_vec inputs;
        term_vec_init(&inputs);
        explorer *x = explorer_new(&(explore_options){.p = p, .is_wanted = is_wanted, .found = found, .user = &s});
        explorer_run(x, &inputs, &(explore_effort){.patience = 100});
        explorer_free(x);
        enumerate(p, &inputs, 5, all);
        for (size_t g = 0; g < program_goal_count(p); g++) {
            by_search += s.reached[g];
            by_enumeration += all[g];
        }
        term_vec_release(&inputs);
        free(all);
        free(s.reached);
        program_free(p);
        term_store_free(ts);
    }
    assert_true(by_enumeration > 100);
    if (by_search * 20 < by_enumeration * 19) fail_msg("%zu goals, and there are %zu", by_search, by_enumeration);
}

/* A goal whose test was of no use is wanted again: of some, ways are left to get there from other runs. Most of these programs have just one. */
static void test_finds_again(void **state)
{
    (void)state;
    random_program_shape shape = random_program_small();
    uint64_t seed = 20261119;
    size_t once = 0, again = 0;
    for (int i = 0; i < 200; i++) {
        term_store *ts = term_store_new();
        program *p = random_program(ts, &seed, &shape);
        size_t n = program_goal_count(p);
        search s = {p, calloc(n + 1, sizeof(bool))};
        term_vec none;
        term_vec_init(&none);
        for (size_t g = 0; g < n; g++) {
            for (size_t k = 0; k < n; k++) s.reached[k] = k != g;
            explorer *x = explorer_new(&(explore_options){.p = p, .is_wanted = is_wanted, .found = found, .user = &s});
            explorer_run(x, &none, &(explore_effort){.patience = 100});
            bool is_by_choice = s.reached[g] && explorer_counts(x).queries > 0;
            s.reached[g] = false;
            if (is_by_choice) explorer_run(x, &none, &(explore_effort){.patience = 100});
            once += is_by_choice;
            again += is_by_choice && s.reached[g];
            explorer_free(x);
        }
        free(s.reached);
        program_free(p);
        term_store_free(ts);
    }
    assert_true(once > 50);
    if (again * 20 < once) fail_msg("%zu of %zu goals", again, once);
}

static bool is_it(void *user, goal g) { return *(const uint32_t *)user == g.id; }

static term zero(void *user, sort s, term low, term high, bool is_pointer)
{
    (void)high;
    (void)is_pointer;
    return sort_kind_of(user, s) == SORT_INT && !term_is_none(low) ? low : eval_default(user, s);
}

/* From everywhere on a run to what comes later on it there is a way. */
static void test_goals_of_a_run_are_not_far(void **state)
{
    (void)state;
    random_program_shape shape = random_program_small();
    uint64_t seed = 20261118;
    size_t near = 0, far = 0;
    for (int i = 0; i < 300; i++) {
        term_store *ts = term_store_new();
        program *p = random_program(ts, &seed, &shape);
        concolic *f = concolic_new(p);
        distances *d = distances_new(p);
        concolic_run r;
        concolic_run_init(&r);
        concolic_execute(f, &(concolic_options){.choose = zero, .user = ts, .max_steps = STEPS, .max_events = SIZE_MAX}, &r);
        for (uint32_t g = 0; g < program_goal_count(p); g++) {
            bool is_visited = r.visits.size && r.visits.data[r.visits.size - 1].goal.id == g;
            distances_update(d, is_it, &g);
            for (size_t e = 0; e < r.events.size; e++) {
                bool is_far = distances_from(d, &r, r.events.data[e].activation, r.events.data[e].b) >= DISTANCE_FAR;
                assert_false(is_visited && is_far);
                near += is_visited;
                far += is_far;
            }
        }
        concolic_run_release(&r);
        distances_free(d);
        concolic_free(f);
        program_free(p);
        term_store_free(ts);
    }
    assert_true(near > 50);
    assert_true(far > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_finds_what_enumeration_finds), cmocka_unit_test(test_finds_again),
                                       cmocka_unit_test(test_goals_of_a_run_are_not_far)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
