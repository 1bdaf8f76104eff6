#include "solve/proof_trial.h"

#include "program/sample.h"
#include "solve/real_inputs.h"
#include "solve/run_inputs.h"

#include <string.h>

/* Runs that are tried, at most, of the first ones that random testing makes; and how long they are for the interpreter, which finds the inputs. */
enum { TRIALS = 2, CANDIDATES = 24, STEPS = 200 * 1000 };
static const double SECONDS = 1.5; /* for each, compiling included */

/* MemorySanitizer goes with no other, and an abort needs handlers that hide leaks. */
static bool is_tried(goal_kind k) { return goal_kind_is_check(k) && k != GOAL_UNINIT && k != GOAL_ABORT && k != GOAL_LIMIT; }

VEC_DECLARE(goal_info_vec, goal_info);

static void collect(const program *p, bool checks_assertions, goal_info_vec *out)
{
    for (uint32_t g = 0; g < program_goal_count(p); g++) {
        const goal_info *info = program_goal(p, (goal){g});
        if (is_tried(info->kind)) goal_info_vec_push(out, *info);
    }
    if (checks_assertions) goal_info_vec_push(out, (goal_info){.kind = GOAL_ASSERT}); /* any: those that were folded are no goals */
}

static bool fails(const program *p, const program_source *source, const run_result *r, const goal_info_vec *goals, const limits *l, text *why)
{
    replay_value_vec values;
    event_vec events;
    replay_value_vec_init(&values);
    event_vec_init(&events);
    run_inputs_values(p, r, &values);
    run_inputs_events(p, r, &events);
    replay_request q = {.files = source->code.files,
                        .n_files = source->code.n_files,
                        .flags = source->code.flags,
                        .n_flags = source->code.n_flags,
                        .bits = source->code.bits,
                        .entry = source->code.entry,
                        .values = values.data,
                        .n_values = values.size,
                        .events = &events,
                        .unset = &r->unset,
                        .argc = run_inputs_argc(p, source->code.entry, r),
                        .goal = goals->data[0],
                        .goals = goals->data,
                        .n_goals = goals->size,
                        .confine = source->confine,
                        .limits = limits_within(l, SECONDS)};
    bool failed = replay_run(program_terms(p), &q, why) == REPLAY_CONFIRMED;
    replay_value_vec_release(&values);
    event_vec_release(&events);
    return failed;
}

/* One that the program does not turn down, and that the system can give. */
static bool is_worth_trying(const program *p, const run_result *r)
{
    return (r->end == RUN_RETURNED || r->end == RUN_EXITED || r->end == RUN_OUT_OF_STEPS || r->end == RUN_VIOLATED) && real_inputs_agree(p, r);
}

bool proof_trial_fails(const program *p, const program_source *source, const limits *l, text *why)
{
    if (source->tree || strcmp(source->code.entry, "main")) return false;
    goal_info_vec goals;
    goal_info_vec_init(&goals);
    collect(p, source->checks_assertions, &goals);
    sampler *s = sampler_new(p);
    bool failed = false, has_inputs = true;
    uint32_t tried = 0;
    for (uint32_t number = 0; number < CANDIDATES && goals.size && tried < TRIALS && has_inputs && !failed && !limits_is_over(l); number++) {
        run_result r;
        run_result_init(&r);
        sampler_interpret(s, number, (interpret_options){.record_unset = true, .max_steps = STEPS, .limits = *l}, &r);
        has_inputs = r.used.size != 0;
        if (is_worth_trying(p, &r)) {
            tried += r.end == RUN_OUT_OF_STEPS ? TRIALS : 1; /* one that may not end takes all the time there is */
            text_clear(why);
            failed = fails(p, source, &r, &goals, l, why);
        }
        run_result_release(&r);
    }
    sampler_free(s);
    goal_info_vec_release(&goals);
    return failed;
}
