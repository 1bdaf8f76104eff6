/* The laws of src/program/concolic.h. */

#include "program/concolic.h"
#include "random_program.h"
#include "smt/smt.h"
#include "term/eval.h"
#include "wild_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { STEPS = 400 };

typedef struct chooser {
    term_store *ts;
    uint64_t state;
} chooser;

static term choose(void *user, sort s, term low, term high, bool is_pointer)
{
    (void)is_pointer;
    chooser *c = user;
    c->state = c->state * UINT64_C(6364136223846793005) + 1442695040888963407;
    uint64_t r = c->state >> 33;
    if (sort_kind_of(c->ts, s) == SORT_BOOL) return term_mk_bool(c->ts, r & 1);
    if (sort_kind_of(c->ts, s) != SORT_INT) return eval_default(c->ts, s);
    if (term_is_none(low) && term_is_none(high)) return term_mk_int(c->ts, (int64_t)(r % 7) - 3);
    return term_is_none(high) || (r & 1 && !term_is_none(low)) ? low : high;
}

static void follow_inputs(concolic *f, chooser *c, const term_vec *inputs, concolic_run *out)
{
    concolic_run_init(out);
    concolic_execute(f, &(concolic_options){.inputs = inputs->data, .n_inputs = inputs->size, .choose = choose, .user = c, .max_steps = STEPS, .max_events = SIZE_MAX}, out);
}

static evaluator *values_of(const program *p, const concolic_run *r, const term_vec *inputs)
{
    term_store *ts = program_terms(p);
    evaluator *e = evaluator_new(ts);
    for (size_t i = 0; i < r->symbols.size; i++) {
        const concolic_symbol *s = &r->symbols.data[i];
        term v = inputs->data[s->input];
        evaluator_set(e, s->symbol, term_is_none(s->index) ? v : term_mk_select(ts, v, s->index));
    }
    return e;
}

/* The interpreter does the same with the same inputs. */
static void compare_with_interpreter(const program *p, const concolic_run *r)
{
    bool *reached = calloc(program_goal_count(p) + 1, sizeof *reached);
    run_result other;
    run_result_init(&other);
    interpret(p, &(interpret_options){.inputs = r->inputs.data, .n_inputs = r->inputs.size, .reached = reached, .max_steps = 2 * STEPS}, &other);
    if (r->end != RUN_OUT_OF_STEPS && r->end != RUN_STUCK) {
        assert_int_equal(other.end, r->end);
        assert_int_equal(other.used.size, r->inputs.size);
    }
    for (size_t i = 0; i < r->visits.size; i++) {
        assert_true(reached[r->visits.data[i].goal.id]);
        reached[r->visits.data[i].goal.id] = false;
    }
    for (size_t g = 0; g < program_goal_count(p) && r->end != RUN_OUT_OF_STEPS && r->end != RUN_STUCK; g++) assert_false(reached[g]);
    run_result_release(&other);
    free(reached);
}

/* What events say is so in the run; what alternatives say is not. */
static void check_events(const program *p, const concolic_run *r)
{
    term_store *ts = program_terms(p);
    evaluator *e = values_of(p, r, &r->inputs);
    for (size_t i = 0; i < r->events.size; i++) {
        const concolic_event *event = &r->events.data[i];
        assert_int_equal(evaluator_eval(e, event->condition, NULL).id, term_true(ts).id);
        for (size_t a = event->first; a < event->first + event->count; a++)
            assert_int_equal(evaluator_eval(e, r->alternatives.data[a].condition, NULL).id, term_false(ts).id);
    }
    evaluator_free(e);
}

static void assert_range(smt *s, term_store *ts, const concolic_symbol *y)
{
    if (!term_is_none(y->low)) smt_assert(s, term_mk_ge(ts, y->symbol, y->low));
    if (!term_is_none(y->high)) smt_assert(s, term_mk_le(ts, y->symbol, y->high));
}

/* Inputs that make the events before `event` hold, and then the alternative; false if there are none. */
static bool solve(smt *s, term_store *ts, const concolic_run *r, size_t event, const concolic_alternative *a, term_vec *inputs)
{
    smt_push(s);
    for (size_t i = 0; i < event; i++) smt_assert(s, r->events.data[i].condition);
    for (size_t i = 0; i < r->symbols.size; i++) assert_range(s, ts, &r->symbols.data[i]);
    smt_assert(s, a->condition);
    bool is_sat = smt_check(s, NULL, 0) == SMT_SAT;
    if (is_sat) term_vec_append(inputs, r->inputs.data, r->events.data[event].n_inputs);
    for (size_t i = 0; i < r->symbols.size && is_sat; i++) {
        const concolic_symbol *y = &r->symbols.data[i];
        if (y->input >= inputs->size) continue;
        term v = smt_value(s, y->symbol), *input = &inputs->data[y->input];
        *input = term_is_none(y->index) ? v : eval_array_store(ts, *input, y->index, v);
    }
    smt_pop(s, 1);
    return is_sat;
}

/* The other run has the same events up to there, and then what the alternative says. */
static void check_leaves(const concolic_run *r, size_t event, const concolic_alternative *a, const concolic_run *other)
{
    assert_true(other->events.size > event || a->is_goal);
    for (size_t i = 0; i < event; i++) {
        assert_int_equal(other->events.data[i].condition.id, r->events.data[i].condition.id);
        assert_int_equal(other->events.data[i].b.id, r->events.data[i].b.id);
    }
    assert_int_equal(other->events.data[event].condition.id, a->condition.id);
    assert_int_equal(other->events.data[event].activation, r->events.data[event].activation);
    if (a->is_goal) assert_int_equal(other->end, RUN_VIOLATED);
}

static size_t check_alternatives(smt *s, term_store *ts, concolic *f, chooser *c, const concolic_run *r)
{
    size_t left = 0;
    for (size_t i = 0; i < r->events.size && i < 12; i++) {
        const concolic_event *event = &r->events.data[i];
        for (size_t k = event->first; k < event->first + event->count; k++) {
            term_vec inputs;
            term_vec_init(&inputs);
            if (solve(s, ts, r, i, &r->alternatives.data[k], &inputs)) {
                concolic_run other;
                follow_inputs(f, c, &inputs, &other);
                check_leaves(r, i, &r->alternatives.data[k], &other);
                concolic_run_release(&other);
                left++;
            }
            term_vec_release(&inputs);
        }
    }
    return left;
}

static void test_random_programs(void **state)
{
    (void)state;
    random_program_shape shape = random_program_small();
    uint64_t seed = 20261116;
    size_t events = 0, left = 0;
    for (int i = 0; i < 600; i++) {
        term_store *ts = term_store_new();
        program *p = random_program(ts, &seed, &shape);
        concolic *f = concolic_new(p);
        smt *s = smt_new(ts, &(limits){0}, NULL);
        for (uint64_t k = 0; k < 3; k++) {
            chooser c = {ts, seed + k};
            concolic_run r;
            term_vec none = {0};
            follow_inputs(f, &c, &none, &r);
            compare_with_interpreter(p, &r);
            check_events(p, &r);
            events += r.events.size;
            left += check_alternatives(s, ts, f, &c, &r);
            concolic_run_release(&r);
        }
        smt_free(s);
        concolic_free(f);
        program_free(p);
        term_store_free(ts);
    }
    assert_true(events > 2000);
    assert_true(left > 600);
}

/* Any terms, arrays as inputs, divisions by zero, variables that nobody has set. Equations between arrays are not followed. */
static void test_wild_programs(void **state)
{
    (void)state;
    static const unsigned mixes[] = {RANDOM_INT | RANDOM_ARRAY, RANDOM_INT | RANDOM_BV | RANDOM_MIXED, RANDOM_INT | RANDOM_NONLINEAR};
    size_t followed_to_the_end = 0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        term_store *ts = term_store_new();
        random_source r;
        random_source_init(&r, ts, seed, mixes[seed % 3]);
        program *p = wild_program(&r);
        concolic *f = concolic_new(p);
        chooser c = {ts, seed};
        concolic_run run;
        term_vec none = {0};
        concolic_run_init(&run);
        concolic_execute(f, &(concolic_options){.inputs = none.data, .choose = choose, .user = &c, .max_steps = 40, .max_events = SIZE_MAX}, &run);
        compare_with_interpreter(p, &run);
        check_events(p, &run);
        followed_to_the_end += run.end != RUN_STUCK && run.end != RUN_OUT_OF_STEPS;
        concolic_run_release(&run);
        concolic_free(f);
        program_free(p);
        random_source_release(&r);
        term_store_free(ts);
    }
    assert_true(followed_to_the_end > 100);
}

/* A remainder of a sum of a remainder of a sum ...: nothing that the constructors would make flat. */
static term deep_term(term_store *ts, term x, size_t depth)
{
    term t = x, seven = term_mk_int(ts, 7);
    for (size_t i = 0; i < depth; i++) t = term_mk_mod(ts, term_mk_add2(ts, term_mk_mul2(ts, t, x), x), seven);
    return t;
}

static void add_assignment(program *p, proc f, block b, term target, term value)
{
    stmt s = {.kind = STMT_ASSIGN, .target = target, .value = value, .low = TERM_NONE, .high = TERM_NONE, .callee = PROC_NONE};
    program_add_stmt(p, f, b, &s);
}

/* Reads an input; has deep terms as a value, as an index and as the value of a write, and as a condition. */
static program *deep_program(term_store *ts, size_t depth)
{
    program *p = program_new(ts);
    proc f = program_add_proc(p, "main", (place){0});
    var_info info = {.name = "x", .owner = f, .low = TERM_NONE, .high = TERM_NONE};
    term x = program_add_var(p, "x", sort_int(ts), &info), y = program_add_var(p, "y", sort_int(ts), &info);
    term a = program_add_var(p, "a", sort_array(ts, sort_int(ts), sort_int(ts)), &info);
    block b = program_add_block(p, f, (place){0}), end = program_add_block(p, f, (place){0});
    stmt input = {.kind = STMT_INPUT, .target = x, .value = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE, .callee = PROC_NONE};
    program_add_stmt(p, f, b, &input);
    add_assignment(p, f, b, y, deep_term(ts, x, depth));
    add_assignment(p, f, b, a, term_mk_store(ts, a, deep_term(ts, y, depth), deep_term(ts, x, depth + 1)));
    add_assignment(p, f, b, y, term_mk_select(ts, a, deep_term(ts, y, depth)));
    term condition = term_mk_le(ts, deep_term(ts, y, depth), x);
    program_add_branch(p, f, b, condition, end);
    program_add_branch(p, f, b, term_mk_not(ts, condition), end);
    program_set_return(p, f, end);
    program_set_entry(p, f);
    assert_null(program_check(p));
    return p;
}

/* The stack has nothing to do with the depth of terms: neither does it run over, nor does the run end there. */
static void test_deep_terms(void **state)
{
    (void)state;
    static const size_t DEPTHS[] = {10, 400, 600, 2500, 20000};
    for (size_t i = 0; i < sizeof DEPTHS / sizeof *DEPTHS; i++) {
        term_store *ts = term_store_new();
        program *p = deep_program(ts, DEPTHS[i]);
        concolic *f = concolic_new(p);
        chooser c = {ts, 5};
        concolic_run r;
        term_vec none = {0};
        follow_inputs(f, &c, &none, &r);
        assert_int_equal(r.end, RUN_RETURNED);
        assert_int_equal(r.symbols.size, 1);
        compare_with_interpreter(p, &r);
        check_events(p, &r);
        concolic_run_release(&r);
        concolic_free(f);
        program_free(p);
        term_store_free(ts);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_programs), cmocka_unit_test(test_wild_programs), cmocka_unit_test(test_deep_terms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
