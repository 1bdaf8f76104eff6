#include "solve/slam_job.h"

#include "engine/switches.h"
#include "front/while/run.h"
#include "front/while/translate.h"
#include "program/interpret.h"
#include "slam/slam.h"
#include "solve/found_run.h"
#include "solve/message.h"
#include "solve/outline_model.h"
#include "validate/validate.h"

#include <stdlib.h>

static const engine_switch SWITCHES[] = {
    {"cartesian", offsetof(slam_options, cartesian), false},
    {"statements", offsetof(slam_options, statements), false},
    {"atoms", offsetof(slam_options, atoms), false},
    {"one-trace", offsetof(slam_options, one_trace), false},
    {"forward", offsetof(slam_options, forward), false},
};
static const size_t MOST_STEPS = 20 * 1000 * 1000;

static void send_text(int channel, const char *what)
{
    text t;
    text_init(&t);
    text_adds(&t, what);
    message_send_text(channel, MESSAGE_NOTHING, &t);
    text_release(&t);
}

typedef struct search {
    const slam_request *request;
    int channel;
} search;

static void tell(void *user, const char *what) { message_send(((const search *)user)->channel, MESSAGE_TOLD, NULL, 0, what, strlen(what)); }

static void show(void *user, const char *what, int64_t bound) { message_send(((const search *)user)->channel, MESSAGE_PROGRESS, &bound, 1, what, strlen(what)); }

/* The outline as a model of the clauses, which the validator looks at. */
static const char *confirm(void *user, const slam_proof *proof)
{
    const slam_request *q = ((const search *)user)->request;
    encoding *e = encode_program(q->p, &(encode_options){.large_blocks = true, .limits = q->limits, .skip_goals = q->known});
    if (!e) return "out of time";
    result r;
    text why;
    result_init(&r);
    text_init(&why);
    r.answer = ANSWER_SAFE;
    model_init(&r.model, encoding_horn(e));
    bool is_made = outline_model(e, q->p, proof, &q->limits, &r.model);
    verdict v = is_made ? validate_result(encoding_horn(e), &r, &q->limits, &r.stats, &why) : UNDECIDED;
    result_release(&r);
    text_release(&why);
    encoding_free(e);
    return v == VALID ? NULL : v == INVALID ? "it is no model of the clauses" : "whether it is a model of the clauses was not decided";
}

/* Which goal it violates the interpreter of the translation says. */
static void send_run(const slam_request *q, const slam_result *found, int channel)
{
    interpret_options o = {.inputs = found->inputs.data, .n_inputs = found->inputs.size, .default_inputs = true, .max_steps = MOST_STEPS, .limits = q->limits};
    run_result r;
    run_result_init(&r);
    interpret(q->p, &o, &r);
    if (r.end == RUN_VIOLATED) found_run_send(channel, BY_SLAM, q->p, &found->inputs, r.goal);
    else send_text(channel, "a run was found, but executing it does not fail, which is a bug in Latch");
    run_result_release(&r);
}

const char *slam_job_wrong_switch(const char *list)
{
    slam_options o = {0};
    return switches_read(&o, SWITCHES, sizeof SWITCHES / sizeof *SWITCHES, list);
}

/* The statements (and the final predicate) of the known goals, as in hoare_outline. The same translation says which they are. */
static bool *known_statements(const slam_request *q)
{
    bool *known = alloc_zeroed(q->tree->n_stmts + 1, sizeof *known);
    while_goals goals = {0};
    program *again = while_translate(program_terms(q->p), q->tree, &goals);
    assert(program_goal_count(again) == program_goal_count(q->p));
    for (size_t id = 0; id < q->tree->n_stmts; id++) {
        uint32_t g = goals.of[id * WHILE_WAYS + WHILE_WAY_HERE];
        known[id] = g != WHILE_NO_GOAL && q->known[g];
    }
    known[q->tree->n_stmts] = goals.final != WHILE_NO_GOAL && q->known[goals.final];
    while_goals_release(&goals);
    program_free(again);
    return known;
}

static bool any_known(const slam_request *q)
{
    for (size_t i = 0; i < program_goal_count(q->p); i++)
        if (q->known[i]) return true;
    return false;
}

void slam_job_body(void *context, int channel)
{
    const slam_request *q = context;
    slam_options o = {0};
    if (!q->tree || switches_read(&o, SWITCHES, sizeof SWITCHES / sizeof *SWITCHES, q->options->engine_options)) {
        send_text(channel, q->tree ? "slam has no such switch" : "slam is for programs of the while language");
        return;
    }
    o.limits = q->limits;
    o.max_bound = (uint32_t)q->options->max_bound;
    bool *known = any_known(q) ? known_statements(q) : NULL;
    o.known = known;
    o.explains = q->options->explains && !known;
    o.told = tell;
    o.progress = show;
    search s = {.request = q, .channel = channel};
    o.confirm = confirm;
    o.user = &s;
    slam_result r;
    slam_result_init(&r);
    slam_run(program_terms(q->p), q->tree, &o, &r);
    if (r.answer == SLAM_UNSAFE) send_run(q, &r, channel);
    else if (r.answer == SLAM_SAFE) message_send(channel, MESSAGE_GOALS, NULL, 0, r.about.data, r.about.size);
    else send_text(channel, r.about.data);
    slam_result_release(&r);
    free(known);
}
