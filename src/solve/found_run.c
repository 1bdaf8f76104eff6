#include "solve/found_run.h"

#include "engine/engine.h"
#include "solve/real_inputs.h"
#include "solve/run_inputs.h"

const char *found_run_finder(found_by by)
{
    static const char *const NAMES[] = {"sampling", "directed", ENGINE_NAME_bits, ENGINE_NAME_slam, "auto"};
    assert(by < FINDERS);
    return NAMES[by];
}

void found_run_send(int channel, found_by by, const program *p, const term_vec *inputs, goal violated)
{
    text found;
    text_init(&found);
    run_inputs_print(p, inputs, violated.id, &found);
    message_send(channel, MESSAGE_RUN, (int64_t[]){violated.id, by}, 2, found.data, found.size);
    text_release(&found);
}

bool found_run_is_violation(void *goal_wanted, const run_result *r)
{
    const goal *violated = goal_wanted;
    return r->end == RUN_VIOLATED && r->goal.id == violated->id;
}

bool found_run_violates(const program *p, goal violated, const term_vec *inputs, const limits *l, run_result *r)
{
    interpret_options o = {.inputs = inputs->data, .n_inputs = inputs->size, .default_inputs = true, .max_steps = FOUND_RUN_STEPS, .limits = *l};
    interpret(p, &o, r);
    return found_run_is_violation(&violated, r);
}

bool found_run_make_real(const program *p, goal violated, const limits *l, term_vec *inputs)
{
    run_result r;
    run_result_init(&r);
    interpret_options o = {.max_steps = FOUND_RUN_STEPS, .limits = *l};
    bool ok = found_run_violates(p, violated, inputs, l, &r) && (real_inputs_agree(p, &r) || real_inputs_search(p, &r, &o, found_run_is_violation, &violated, inputs));
    run_result_release(&r);
    return ok;
}
