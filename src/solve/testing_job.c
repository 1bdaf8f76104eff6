#include "solve/testing_job.h"

#include "program/sample.h"
#include "solve/found_run.h"
#include "testgen/explore.h"

#include <string.h>

/* How long random and directed testing go on beside the search, and the share of the time on top of that. First there are some random runs,
 * then the directed ones, then the rest. */
static const double TRY_SECONDS = 2, TRY_SHARE = 0.3;
/* First there are some random runs, then the directed ones, then the rest: the parts of the first two. */
static const double FIRST_SHARE = 0.15, DIRECTED_SHARE = 0.5;
/* Of the directed runs, those from zeros, if there are others; which random ones there may be, and how long these are. */
static const double ZERO_SHARE = 0.3;
enum { MOST_STARTS = 40, START_STEPS = 20 * 1000 };

typedef struct trial {
    const testing_job *job;
    bool has_found;
    goal violated;
    term_vec inputs;
    volatile sig_atomic_t stop;
} trial;

/* From a number on, up to the one that was cut short. */
static void sample(trial *t, sampler *s, uint32_t *number, bool *is_last, const limits *l)
{
    while (!t->has_found && !*is_last) {
        t->has_found = sampler_run(s, *number, l, &t->violated, &t->inputs, is_last);
        if (limits_is_over(l)) return;
        ++*number;
    }
}

static bool is_wanted(void *user, goal g)
{
    const trial *t = user;
    goal_kind k = program_goal(t->job->p, g)->kind;
    return goal_kind_is_check(k) && k != GOAL_LIMIT && !t->job->skip[g.id];
}

static void on_explored(void *user, const concolic_run *r)
{
    trial *t = user;
    t->violated = concolic_visit_vec_last(&r->visits).goal;
    term_vec_clear(&t->inputs);
    term_vec_append(&t->inputs, r->inputs.data, r->inputs.size);
    t->has_found = found_run_make_real(t->job->p, t->violated, &t->job->options->limits, &t->inputs);
    t->stop = t->has_found;
}

/* The inputs of a random run, for others to go on from. */
static void take_sample(sampler *s, uint32_t number, const limits *l, term_vec *inputs)
{
    run_result r;
    run_result_init(&r);
    term_vec_clear(inputs);
    sampler_interpret(s, number, (interpret_options){.max_steps = START_STEPS, .limits = *l}, &r);
    for (size_t i = 0; i < r.used.size; i++) term_vec_push(inputs, r.used.data[i].value);
    run_result_release(&r);
}

/* From a run with zeros, and where the program gets texts, from some with texts: what is far from a text is hardly ever near to a goal. */
static void explore_program(trial *t, sampler *s, double seconds)
{
    explorer *x = explorer_new(&(explore_options){.p = t->job->p, .is_wanted = is_wanted, .found = on_explored, .user = t});
    explore_effort effort = {.patience = seconds, .limits = limits_within(&t->job->options->limits, seconds)};
    effort.limits.stop = &t->stop;
    term_vec inputs;
    term_vec_init(&inputs);
    uint32_t starts = 0;
    for (uint32_t number = 0; number < MOST_STARTS; number++) starts += sampler_makes_texts(s, number);
    if (starts) effort.patience = ZERO_SHARE * seconds;
    explorer_run(x, &inputs, &effort);
    effort.patience = seconds / (starts + 1);
    for (uint32_t number = 0; number < MOST_STARTS && !limits_is_over(&effort.limits); number++) {
        if (!sampler_makes_texts(s, number)) continue;
        take_sample(s, number, &effort.limits, &inputs);
        explorer_run(x, &inputs, &effort);
    }
    term_vec_release(&inputs);
    explorer_free(x);
}

void testing_job_body(void *context, int channel)
{
    trial t = {.job = context};
    const limits *limit = &t.job->options->limits;
    double seconds = limit->deadline > 0 ? TRY_SECONDS + TRY_SHARE * limits_left(limit) : TESTING_SECONDS_WITHOUT_LIMIT;
    limits all = limit->deadline > 0 ? limits_within(limit, seconds) : *limit, first = limits_within(limit, FIRST_SHARE * seconds);
    sampler *s = sampler_new(t.job->p);
    uint32_t number = 0;
    bool is_last = false, is_directed = false;
    sample(&t, s, &number, &is_last, &first);
    if (!t.has_found) {
        explore_program(&t, s, DIRECTED_SHARE * seconds);
        is_directed = t.has_found;
    }
    sample(&t, s, &number, &is_last, &all);
    if (!t.has_found) return;
    found_run_send(channel, is_directed ? BY_DIRECTED : BY_RANDOM, t.job->p, &t.inputs, t.violated);
}
