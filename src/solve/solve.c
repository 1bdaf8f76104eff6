#include "solve/solve.h"

#include "front/smtlib/smtlib.h"
#include "solve/supervisor.h"
#include "validate/validate.h"

#include <stdlib.h>
#include <sys/prctl.h>

typedef enum run_state { SEARCHING, VALIDATING, FINISHED } run_state;

typedef struct solver solver;

/* One engine's way to its answer. */
typedef struct run {
    solver *s;
    strategy how;
    const variant *variant; /* in the engine's process it is made */
    run_state state;
    job *job; /* the engine's, then the validator's; NULL when it is finished */
    result *in_child; /* what the engine's process fills, in memory shared with it: of use here are its statistics, if it says nothing more */
    result result;
    char what[64]; /* last progress */
    int64_t bound;
    bool is_validated; /* or an outline that is asked for */
    text why; /* it has no answer */
} run;

/* What jobs of a family have in common. */
typedef struct source {
    variant variant;
    family *family;
} source;

struct solver {
    const horn *h;
    const solve_options *options;
    supervisor *supervisor;
    run *runs;
    size_t n_runs;
    source sources[2 * VARIANT_KINDS];
    size_t n_sources;
    double started, shown;
    double most; /* the largest share */
    volatile sig_atomic_t *stop; /* shared with the children: raised when they should come to an end */
};

/* Of all but the best engine: it is not to lose time if the processors are not all ours. */
enum { MORE_NICE = 5 };
/* A model that takes longer to check may never be: the engines go on. */
static const double VALIDATION_SLICE = 2;
static const double STEP = 0.1, SHOW_SECONDS = 0.2;
static const double MICROSECONDS = 1e6;

/* What an engine gets, and answers about. */
static const horn *problem_of(const solver *s, const engine *e)
{
    return e->small_blocks && s->options->small ? s->options->small : s->h;
}

static limits child_limits(const solver *s)
{
    limits l = s->options->limits;
    l.stop = s->stop;
    return l;
}

/* ---- in other processes ---- */

static void prepare_body(void *context, int channel)
{
    (void)channel;
    variant_prepare(context);
}

static void send_progress(void *user, const char *what, int64_t bound)
{
    const int *channel = user;
    message_send(*channel, MESSAGE_PROGRESS, &bound, 1, what, strlen(what));
}

static void search_body(void *context, int channel)
{
    const run *r = context;
    const solve_options *o = r->s->options;
    engine_context c = {.limits = child_limits(r->s), .max_bound = o->max_bound, .engine_options = o->engine_options, .no_learn = o->no_learn,
                        .progress = send_progress, .user = &channel};
    result_init(r->in_child);
    prctl(PR_SET_NAME, r->how.engine->name); /* for who looks which process takes what */
    variant_search(r->variant, r->how.variant, r->how.engine, &c, r->in_child);
    text printed;
    text_init(&printed);
    result_print(&printed, problem_of(r->s, r->how.engine), r->in_child);
    message_send_text(channel, MESSAGE_RESULT, &printed);
}

static void validate_body(void *context, int channel)
{
    const run *r = context;
    stats counters;
    stats_init(&counters);
    text why;
    text_init(&why);
    limits l = child_limits(r->s);
    verdict v = validate_result(problem_of(r->s, r->how.engine), &r->result, &l, &counters, &why);
    assert(stats_get(&counters, validate_seconds) >= 0);
    int64_t numbers[] = {v, (int64_t)(stats_get(&counters, validate_seconds) * MICROSECONDS), (int64_t)stats_get(&counters, validate_checks)};
    message_send(channel, MESSAGE_VERDICT, numbers, 3, why.data, why.size);
}

/* ---- in this process ---- */

static void finish(run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void finish(run *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(&r->why, format, args);
    va_end(args);
    assert(r->state != FINISHED);
    if (r->job) job_drop(r->job);
    r->job = NULL;
    r->state = FINISHED;
}

static const char *why_stopped(const run *r)
{
    const solve_options *o = r->s->options;
    if (o->limits.stop && *o->limits.stop) return "interrupted";
    return r->state == VALIDATING ? "out of time while validating its answer" : "out of time";
}

static void hear(void *user, job *j, const message *m);
static void take_end(void *user, job *j, const char *how);

static job_spec spec_of(run *r, job_class class, worker_body *body)
{
    return (job_spec){.class = class, .body = body, .context = r, .slice = r->how.slice, .share = r->how.share, .stop = r->s->stop,
                      .heard = hear, .ended = take_end, .user = r};
}

static void start_validation(run *r)
{
    assert(r->state == SEARCHING && r->job && r->result.answer != ANSWER_UNKNOWN);
    job_drop(r->job);
    r->state = VALIDATING;
    job_spec spec = spec_of(r, JOB_URGENT, validate_body);
    spec.slice = VALIDATION_SLICE;
    spec.nice = MORE_NICE;
    r->job = supervisor_add(r->s->supervisor, &spec);
}

static void take_progress(run *r, const message *m)
{
    if (m->numbers.data[0] > r->bound) r->bound = m->numbers.data[0];
    strncpy(r->what, m->body.data, sizeof r->what - 1);
}

static void take_result(run *r, const message *m)
{
    diag error;
    diag_init(&error);
    if (!smtlib_parse_result(problem_of(r->s, r->how.engine), m->body.data, m->body.size, &r->result, &error))
        finish(r, "its answer cannot be read: %s", error.message);
    else if (r->result.answer == ANSWER_UNKNOWN)
        finish(r, "%s", *r->s->stop ? why_stopped(r) : r->result.reason);
    else if (r->result.answer == ANSWER_UNSAFE && r->result.derivation.is_outline && r->s->options->takes_outlines) {
        r->is_validated = true;
        finish(r, "%s", "");
    } else
        start_validation(r);
    diag_release(&error);
}

static void take_verdict(run *r, const message *m)
{
    assert(r->state == VALIDATING && !r->is_validated);
    stats_set(&r->result.stats, validate_seconds, (double)m->numbers.data[1] / MICROSECONDS);
    stats_set(&r->result.stats, validate_checks, m->numbers.data[2]);
    r->is_validated = m->numbers.data[0] == VALID;
    if (r->is_validated)
        finish(r, "%s", "");
    else if (m->numbers.data[0] == INVALID)
        finish(r, "its answer was refuted by the validation, which is a bug in Latch: %s", m->body.data);
    else
        finish(r, "its %s could not be validated: %s", r->result.answer == ANSWER_SAFE ? "model" : "derivation", m->body.data);
}

static void hear(void *user, job *j, const message *m)
{
    run *r = user;
    assert(j == r->job && r->state != FINISHED);
    if (m->kind == MESSAGE_PROGRESS && r->state == SEARCHING) take_progress(r, m);
    else if (m->kind == MESSAGE_RESULT && r->state == SEARCHING) take_result(r, m);
    else if (m->kind == MESSAGE_VERDICT && r->state == VALIDATING) take_verdict(r, m);
    else finish(r, "it said what nobody asked for");
    (void)j;
}

/* The process died, or was ended, before it had said what it knows. */
static void take_statistics(run *r)
{
    if (r->state == SEARCHING) r->result.stats = r->in_child->stats;
}

static void take_end(void *user, job *j, const char *how)
{
    run *r = user;
    assert(j == r->job && r->state != FINISHED);
    (void)j;
    take_statistics(r);
    finish(r, "%s %s", r->state == VALIDATING ? "the validation" : "it", how);
}

static void show_progress(solver *s)
{
    const solve_options *o = s->options;
    if (!o->progress || limits_now() - s->shown < SHOW_SECONDS) return;
    s->shown = limits_now();
    for (run *r = s->runs; r < s->runs + s->n_runs; r++)
        if (r->job && job_runs(r->job))
            o->progress(o->user, r->how.engine->name, r->state == VALIDATING ? "validating" : r->what, r->bound, limits_now() - s->started);
}

static run *answered(const solver *s)
{
    for (run *r = s->runs; r < s->runs + s->n_runs; r++)
        if (r->is_validated) {
            assert(r->state == FINISHED && r->result.answer != ANSWER_UNKNOWN);
            return r;
        }
    return NULL;
}

static bool is_enough(void *user) { return answered(user) != NULL; }

static bool is_over(const solver *s)
{
    const bool *superseded = s->options->is_superseded;
    bool any = false;
    for (size_t i = 0; i < s->n_runs; i++) any |= s->runs[i].state != FINISHED;
    return !any || answered(s) || (superseded && *superseded) || limits_is_over(&s->options->limits);
}

static void search_all(solver *s)
{
    while (!is_over(s)) {
        double left = limits_left(&s->options->limits);
        supervisor_step(s->supervisor, left < STEP ? left : STEP);
        show_progress(s);
    }
    supervisor_stop_group(s->supervisor, s->stop, is_enough, s);
    for (size_t i = 0; i < s->n_runs; i++) take_statistics(&s->runs[i]);
}

/* An earlier run has counted them. */
static bool shares_passes(const solver *s, const run *r)
{
    for (const run *other = s->runs; other < r; other++)
        if (other->variant == r->variant) return true;
    return false;
}

static void collect(solver *s, result *out, const char **engine_name)
{
    run *winner = answered(s);
    *engine_name = winner ? winner->how.engine->name : NULL;
    text reasons;
    text_init(&reasons);
    int64_t bound = -1;
    for (size_t i = 0; i < s->n_runs; i++) {
        run *r = &s->runs[i];
        if (r->state != FINISHED) text_adds(&r->why, why_stopped(r));
        if (r->result.bound > bound) bound = r->result.bound;
        if (r->bound - 1 > bound) bound = r->bound - 1;
        if (reasons.size) text_adds(&reasons, "; ");
        if (s->n_runs > 1) text_printf(&reasons, "%s%s: ", r->how.engine->name, VARIANT_NAMES[r->how.variant]);
        text_adds(&reasons, r->why.data);
    }
    if (winner) {
        result_release(out);
        *out = winner->result;
        result_init(&winner->result);
    } else {
        for (run *r = s->runs; r < s->runs + s->n_runs; r++) {
            if (shares_passes(s, r)) stats_set(&r->result.stats, pass_seconds, 0);
            stats_merge(&out->stats, &r->result.stats);
        }
        result_set_unknown(out, "%s", reasons.data);
        out->bound = bound;
        stats_set(&out->stats, bound, bound > 0 ? bound : 0); /* engines count in different ways; this is what is proved */
    }
    assert(out->answer == ANSWER_UNKNOWN || *engine_name);
    text_release(&reasons);
}

/* Abstractions are made of the problem after the passes: they come from the same process. */
static source *source_of(solver *s, const strategy *how)
{
    variant_kind kind = how->variant == VARIANT_ABSTRACTED ? VARIANT_AS_IT_IS : how->variant;
    bool small = how->engine->small_blocks;
    for (size_t i = 0; i < s->n_sources; i++)
        if (s->sources[i].variant.kind == kind && s->sources[i].variant.small_blocks == small) return &s->sources[i];
    assert(s->n_sources < sizeof s->sources / sizeof *s->sources);
    source *made = &s->sources[s->n_sources++];
    made->variant = (variant){.kind = kind, .small_blocks = small, .h = problem_of(s, how->engine), .skip = s->options->skip, .n_skip = s->options->n_skip,
                              .limits = child_limits(s)};
    made->family = supervisor_add_family(s->supervisor, prepare_body, &made->variant);
    return made;
}

static void add_run(solver *s, run *r, const strategy *how)
{
    assert(how->engine && how->engine->run && !r->job);
    source *from = source_of(s, how);
    r->s = s;
    r->how = *how;
    r->variant = &from->variant;
    r->bound = -1;
    text_init(&r->why);
    result_init(&r->result);
    job_spec spec = spec_of(r, JOB_IN_TURN, search_body);
    spec.nice = how->share < s->most ? MORE_NICE : 0;
    spec.family = from->family;
    r->job = supervisor_add(s->supervisor, &spec);
}

static void add_runs(solver *s)
{
    strategy_vec chosen;
    strategy_vec_init(&chosen);
    strategy_features about;
    strategy_find_features(s->h, &about);
    strategy_choose(s->options->task, s->options->engine, s->options->facts, &about, &chosen);
    for (size_t i = 0; i < chosen.size; i++)
        if (chosen.data[i].share > s->most) s->most = chosen.data[i].share;
    latch_require(chosen.size > 0);
    s->n_runs = chosen.size;
    s->runs = alloc_zeroed(s->n_runs, sizeof *s->runs);
    result *results = shared_new(s->n_runs * sizeof *results);
    for (size_t i = 0; i < s->n_runs; i++) {
        s->runs[i].in_child = &results[i];
        add_run(s, &s->runs[i], &chosen.data[i]);
    }
    strategy_vec_release(&chosen);
}

void solve_run(const horn *h, const solve_options *options, result *out, const char **engine_name)
{
    solver s = {.h = h, .options = options, .started = limits_now(), .stop = shared_new(sizeof *s.stop)};
    s.supervisor = options->supervisor ? options->supervisor : supervisor_new(options->jobs, options->memory);
    assert(engine_name && out->answer == ANSWER_UNKNOWN);
    add_runs(&s);
    search_all(&s);
    collect(&s, out, engine_name);
    for (size_t i = 0; i < s.n_runs; i++) {
        text_release(&s.runs[i].why);
        result_release(&s.runs[i].result);
    }
    if (!options->supervisor) supervisor_free(s.supervisor);
    shared_free(s.runs[0].in_child, s.n_runs * sizeof(result));
    shared_free((void *)(uintptr_t)s.stop, sizeof *s.stop);
    free(s.runs);
}
