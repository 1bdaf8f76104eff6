#include "solve/solve.h"

#include "base/memory_use.h"
#include "engine/engine.h"
#include "front/smtlib/smtlib.h"
#include "pass/pass.h"
#include "solve/queries.h"
#include "solve/refine.h"
#include "solve/worker.h"
#include "validate/validate.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef enum run_state { WAITING, SEARCHING, VALIDATING, FINISHED } run_state;

/* What an engine gets: the problem after the passes, its loops unrolled, or its abstractions, one after the other. */
typedef enum run_form { AS_IT_IS, UNROLLED, ABSTRACTED, RUN_FORMS } run_form;
static const char *const FORM_NAMES[] = {"", " on unrolled loops", " on abstractions"};

/* One engine's way to its answer. */
typedef struct run {
    const engine *engine;
    run_form form;
    run_state state;
    worker worker; /* of the engine, then of the validator */
    result *in_child; /* what the engine's process fills, in memory shared with it: of use here are its statistics, if it says nothing more */
    result result;
    char what[64]; /* last progress */
    int64_t bound;
    bool validated, paused;
    double used; /* seconds of search */
    text why; /* it has no answer */
} run;

typedef struct solver {
    const horn *h;
    const solve_options *options;
    run *runs;
    size_t n_runs;
    double started;
    bool is_superseded; /* there is a message of one of options->others */
    double turn; /* how long an engine searches for each part of its share, before the others have their turn */
    volatile sig_atomic_t *stop; /* shared with the children: raised when they should come to an end */
} solver;

/* The time between asking the children to stop and ending them: enough to say how far they came. */
static const double GRACE = 0.25;
/* With more engines than processors they take turns, in the order of engines.def: first of this many seconds for each part of their share, then as
 * much again as they had so far, and so on. What an engine answers quickly is there soon, and none gets less than half of its share. */
static const double FIRST_TURN = 1;

/* What an engine gets, and answers about. */
static const horn *problem_of(const solver *s, const engine *e)
{
    return e->small_blocks && s->options->small ? s->options->small : s->h;
}

/* ---- in the engine's process ---- */

typedef struct search {
    const solver *s;
    const engine *engine;
    run_form form;
    result *result;
    int out;
} search;

static limits child_limits(const solver *s)
{
    limits l = s->options->limits;
    l.stop = s->stop;
    return l;
}

static void send_progress(void *user, const char *what, int64_t bound)
{
    const search *x = user;
    text message;
    text_init(&message);
    text_printf(&message, "%lld %s", (long long)bound, what);
    worker_send(x->out, 'P', message.data, message.size);
    text_release(&message);
}

/* The passes that the engine does without; there is room for two more. One that wants small blocks gets them as they are. */
static size_t skipped_passes(const search *x, const char ***out)
{
    const solve_options *o = x->s->options;
    *out = alloc_zeroed(o->n_skip + 3, sizeof **out);
    size_t n = 0;
    for (size_t i = 0; i < o->n_skip; i++) (*out)[n++] = o->skip[i];
    if (x->engine->small_blocks) (*out)[n++] = "inline";
    return n;
}

static pipeline *run_passes_with(const search *x, bool divisions, const limits *l)
{
    const char **skip;
    size_t n = skipped_passes(x, &skip);
    if (!divisions) skip[n++] = "divisions";
    pipeline *p = pipeline_run(problem_of(x->s, x->engine), skip, n, l, NULL, NULL);
    free(skip);
    return p;
}

/* Where predicates are gone, divisions are no burden for an engine, and may be shifts. */
static pipeline *run_passes(const search *x, const limits *l)
{
    pipeline *p = run_passes_with(x, true, l);
    if (!queries_are_closed(pipeline_result(p)) || limits_is_over(l)) return p;
    pipeline_free(p);
    return run_passes_with(x, false, l);
}

/* Without a limit, an engine gets this many seconds for an abstraction. */
static const double ABSTRACT_SECONDS = 60;

static pipeline *abstract_by(const search *x, const pass *how, const limits *limit)
{
    const solve_options *o = x->s->options;
    pipeline *p = run_passes(x, limit);
    if (!limits_is_over(limit) && pipeline_vary(p, how, o->skip, o->n_skip, limit, NULL, NULL)) return p;
    pipeline_free(p);
    return NULL;
}

static void try_abstraction(const search *x, const pipeline *p, const engine_context *c, result *out)
{
    refine_run(x->engine, pipeline_result(p), c, out);
    out->bound = -1;
    if (out->answer == ANSWER_UNSAFE) result_set_unknown(out, "the abstraction has a derivation, which does not mean that the problem has one");
}

/* A share of the time that is left, for the i-th of the tries that are still to be made. */
static limits share(const limits *all, size_t i)
{
    double seconds = limits_left(all) / (double)(ABSTRACTION_COUNT + 1 - i);
    return limits_within(all, seconds < ABSTRACT_SECONDS ? seconds : ABSTRACT_SECONDS);
}

/* First those abstractions that have no query left when they are made, then the others. */
static void search_abstractions(const search *x, engine_context *c, result *out)
{
    pipeline **made = alloc_zeroed(ABSTRACTION_COUNT, sizeof *made);
    limits all = c->limits;
    result_set_unknown(out, "no abstraction applies");
    for (size_t i = 0; i < ABSTRACTION_COUNT && out->answer == ANSWER_UNKNOWN; i++) {
        limits own = share(&all, i);
        send_progress(c->user, ABSTRACTIONS[i].name, -1);
        made[i] = abstract_by(x, &ABSTRACTIONS[i], &own);
        if (!made[i] || horn_clauses_of(pipeline_result(made[i]), PRED_FALSE)->size) continue;
        try_abstraction(x, made[i], c, out);
        pipeline_back(made[i], out, &all);
    }
    for (size_t i = 0; i < ABSTRACTION_COUNT && out->answer == ANSWER_UNKNOWN; i++) {
        if (!made[i]) continue;
        c->limits = share(&all, i + 1);
        try_abstraction(x, made[i], c, out);
        pipeline_back(made[i], out, &all);
    }
    for (size_t i = 0; i < ABSTRACTION_COUNT; i++) pipeline_free(made[i]);
    free(made);
}

/* The engine on what the passes, which began at that time, have made of the problem. */
static void search_passed(const search *x, engine_context *c, const pipeline *p, double start, result *out)
{
    stats_add(&out->stats, pass_seconds, limits_now() - start);
    refine_run(x->engine, pipeline_result(p), c, out);
    start = limits_now();
    pipeline_back(p, out, &c->limits);
    stats_add(&out->stats, back_seconds, limits_now() - start);
}

static void search_problem(const search *x, engine_context *c, result *out)
{
    double start = limits_now();
    pipeline *p = run_passes(x, &c->limits);
    search_passed(x, c, p, start, out);
    pipeline_free(p);
}

/* NULL if no loop has few turns. The passes that look at numbers wait until it is known which are constants. */
static pipeline *unroll_with(const search *x, bool divisions, const limits *l)
{
    const char **skip;
    size_t n = skipped_passes(x, &skip);
    skip[n] = "divisions";
    skip[n + 1] = "ranges";
    pipeline *p = pipeline_run(problem_of(x->s, x->engine), skip, n + 2, l, NULL, NULL);
    bool any = false;
    for (size_t i = 0; i < VARIANT_COUNT; i++) any |= pipeline_vary(p, &VARIANTS[i], skip, divisions ? n : n + 1, l, NULL, NULL);
    free(skip);
    if (any) return p;
    pipeline_free(p);
    return NULL;
}

static void search_unrolled(const search *x, engine_context *c, result *out)
{
    double start = limits_now();
    pipeline *p = unroll_with(x, false, &c->limits);
    if (p && !queries_are_closed(pipeline_result(p))) {
        pipeline_free(p);
        p = unroll_with(x, true, &c->limits);
    }
    if (p) search_passed(x, c, p, start, out);
    else result_set_unknown(out, "no loop has few turns");
    out->bound = -1; /* it is about the unrolled problem */
    pipeline_free(p);
}

static void search_body(void *context, int out)
{
    search x = *(const search *)context;
    x.out = out;
    engine_context c = {.limits = child_limits(x.s), .max_bound = x.s->options->max_bound,
                        .engine_options = x.s->options->engine_options, .no_learn = x.s->options->no_learn,
                        .progress = send_progress, .user = &x};
    static void (*const SEARCH[RUN_FORMS])(const search *, engine_context *, result *) = {search_problem, search_unrolled, search_abstractions};
    result_init(x.result);
    SEARCH[x.form](&x, &c, x.result);
    text message;
    text_init(&message);
    result_print(&message, problem_of(x.s, x.engine), x.result);
    worker_send(out, 'R', message.data, message.size);
}

/* ---- in the validator's process ---- */

typedef struct judge {
    const solver *s;
    const horn *h;
    const result *result;
} judge;

static void judge_body(void *context, int out)
{
    const judge *j = context;
    stats counters;
    stats_init(&counters);
    text why;
    text_init(&why);
    limits l = child_limits(j->s);
    verdict v = validate_result(j->h, j->result, &l, &counters, &why);
    worker_send(out, v == VALID ? 'V' : v == INVALID ? 'I' : 'U', why.data, why.size);
    text message;
    text_init(&message);
    text_printf(&message, "%.6f %.0f", stats_get(&counters, validate_seconds), stats_get(&counters, validate_checks));
    worker_send(out, 'S', message.data, message.size);
}

/* ---- in this process ---- */

static void finish(run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void finish(run *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(&r->why, format, args);
    va_end(args);
    worker_release(&r->worker);
    r->state = FINISHED;
    r->validated = false;
}

static const char *why_stopped(const solver *s, const run *r)
{
    if (s->options->limits.stop && *s->options->limits.stop) return "interrupted";
    return r->state == VALIDATING ? "out of time while validating its answer" : "out of time";
}

static void start_search(solver *s, run *r)
{
    search x = {.s = s, .engine = r->engine, .form = r->form, .result = r->in_child};
    if (worker_start(&r->worker, search_body, &x))
        r->state = SEARCHING;
    else
        finish(r, "no process could be started");
}

static void start_judge(solver *s, run *r)
{
    judge j = {.s = s, .h = problem_of(s, r->engine), .result = &r->result};
    worker_release(&r->worker);
    if (worker_start(&r->worker, judge_body, &j))
        r->state = VALIDATING;
    else
        finish(r, "no process could be started to validate the answer");
}

static void take_progress(run *r, const char *message)
{
    char *rest;
    long long bound = strtoll(message, &rest, 10);
    if (bound > r->bound) r->bound = bound;
    strncpy(r->what, *rest ? rest + 1 : "", sizeof r->what - 1);
}

static void take_result(solver *s, run *r, const text *message)
{
    diag error;
    diag_init(&error);
    if (!smtlib_parse_result(problem_of(s, r->engine), message->data, message->size, &r->result, &error))
        finish(r, "its answer cannot be read: %s", error.message);
    else if (r->result.answer == ANSWER_UNKNOWN)
        finish(r, "%s", *s->stop ? why_stopped(s, r) : r->result.reason);
    else
        start_judge(s, r);
    diag_release(&error);
}

static void take_verdict(run *r, char kind, const char *why)
{
    if (kind == 'I')
        finish(r, "its answer was refuted by the validation, which is a bug in Latch: %s", why);
    else if (kind == 'U')
        finish(r, "its %s could not be validated: %s", r->result.answer == ANSWER_SAFE ? "model" : "derivation", why);
    else if (kind == 'V')
        r->validated = true;
    else
        sscanf(why, "%lf %lf", &stats_get(&r->result.stats, validate_seconds), &stats_get(&r->result.stats, validate_checks));
}

/* The engine's process was ended before it had said what it knows. */
static void take_statistics(run *r)
{
    if (r->state == SEARCHING) r->result.stats = r->in_child->stats;
}

/* The child has ended: either all was said, or it died. */
static void take_end(run *r)
{
    if (r->validated) {
        worker_release(&r->worker);
        r->state = FINISHED;
        return;
    }
    take_statistics(r);
    text end;
    text_init(&end);
    worker_describe_end(&r->worker, &end);
    finish(r, "%s %s", r->state == VALIDATING ? "the validation" : "it", end.data);
    text_release(&end);
}

static void attend(solver *s, run *r)
{
    bool open = worker_receive(&r->worker);
    text message;
    text_init(&message);
    char kind;
    while (r->state != FINISHED && worker_take(&r->worker, &kind, &message)) {
        if (kind == 'P') {
            take_progress(r, message.data);
        } else if (kind == 'R') {
            take_result(s, r, &message);
            open = true;
        } else {
            take_verdict(r, kind, message.data);
        }
    }
    if (r->state != FINISHED && !open) take_end(r);
    text_release(&message);
}

static bool is_running(const run *r) { return r->state == SEARCHING || r->state == VALIDATING; }

/* Over the limit, the largest engine is ended. This process and its problem count, too. */
static void watch_memory(solver *s)
{
    if (!s->options->memory) return;
    const worker **workers = alloc_zeroed(s->n_runs + s->options->n_others + 1, sizeof *workers);
    size_t n = 0, most = 0;
    run *largest = NULL;
    for (size_t i = 0; i < s->options->n_others; i++) workers[n++] = s->options->others[i];
    for (size_t i = 0; i < s->n_runs; i++) {
        if (!is_running(&s->runs[i])) continue;
        workers[n++] = &s->runs[i].worker;
        size_t m = memory_resident(s->runs[i].worker.pid);
        if (m < most) continue;
        most = m;
        largest = &s->runs[i];
    }
    bool exceeds = worker_memory_exceeds(workers, n, s->options->memory);
    free(workers);
    if (!largest || !exceeds) return;
    take_statistics(largest);
    finish(largest, "out of memory (limit %zu MB)", s->options->memory >> 20);
}

static void show_progress(const solver *s)
{
    if (!s->options->progress) return;
    for (size_t i = 0; i < s->n_runs; i++)
        if (is_running(&s->runs[i]))
            s->options->progress(s->options->user, s->runs[i].engine->name, s->runs[i].state == VALIDATING ? "validating" : s->runs[i].what,
                                 s->runs[i].bound, limits_now() - s->started);
}

static run *answered(const solver *s)
{
    for (size_t i = 0; i < s->n_runs; i++)
        if (s->runs[i].state == FINISHED && s->runs[i].validated) return &s->runs[i];
    return NULL;
}

static bool is_searching(const run *r) { return r->state == WAITING || r->state == SEARCHING; }
/* Beside other workers, which have processors, too, the best engine is not alone anyway, and all have the same share. */
static unsigned share_of(const solver *s, const run *r) { return r->form == AS_IT_IS && !s->options->n_others ? r->engine->share : 1; }
static bool has_turn(const solver *s, const run *r) { return r->used < s->turn * share_of(s, r); }

static void set_active(solver *s, run *r, bool active)
{
    if (r->state == WAITING && active) start_search(s, r);
    else if (r->state == SEARCHING && r->paused == active) worker_pause(&r->worker, r->paused = !active);
}

/* Those whose turn it is search, as many as there are processors left; validation never waits. */
static void take_turns(solver *s, size_t jobs)
{
    size_t validating = 0, in_turn = 0, given = 0;
    for (size_t i = 0; i < s->n_runs; i++) {
        validating += s->runs[i].state == VALIDATING;
        in_turn += is_searching(&s->runs[i]) && has_turn(s, &s->runs[i]);
    }
    if (!in_turn) s->turn *= 2;
    size_t free_jobs = jobs > validating ? jobs - validating : 1;
    for (int late = 0; late < 2; late++)
        for (size_t i = 0; i < s->n_runs; i++) {
            run *r = &s->runs[i];
            if (is_searching(r) && has_turn(s, r) != (late == 1)) set_active(s, r, given++ < free_jobs);
        }
}

static bool any_running(const solver *s)
{
    for (size_t i = 0; i < s->n_runs; i++)
        if (is_running(&s->runs[i])) return true;
    return false;
}

static void count_time(solver *s, double seconds)
{
    for (size_t i = 0; i < s->n_runs; i++)
        if (s->runs[i].state == SEARCHING && !s->runs[i].paused) s->runs[i].used += seconds;
}

/* The workers beside the engines come first. Parts of a message are no reason to end the search. */
static void attend_others(solver *s)
{
    for (size_t i = 0; i < s->options->n_others; i++) {
        worker_receive(s->options->others[i]);
        s->is_superseded |= worker_has_message(s->options->others[i]);
    }
}

static void wait_for_news(solver *s, double seconds)
{
    size_t n_others = s->options->n_others;
    struct pollfd *fds = alloc_zeroed(s->n_runs + n_others + 1, sizeof *fds);
    nfds_t n = 0;
    for (size_t i = 0; i < n_others; i++) /* poll passes over those below 0 */
        fds[n++] = (struct pollfd){.fd = s->options->others[i]->pipe, .events = POLLIN};
    for (size_t i = 0; i < s->n_runs; i++)
        if (is_running(&s->runs[i])) fds[n++] = (struct pollfd){.fd = s->runs[i].worker.pipe, .events = POLLIN};
    poll(fds, n, (int)(seconds * 1000) + 1);
    free(fds);
    attend_others(s);
    for (size_t i = 0; i < s->n_runs; i++)
        if (is_running(&s->runs[i])) attend(s, &s->runs[i]);
}

static void search_all(solver *s)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t jobs = s->options->jobs ? s->options->jobs : cores > 0 ? (size_t)cores : 1;
    double shown = 0, last = s->started;
    for (take_turns(s, jobs); !answered(s) && !s->is_superseded && !limits_is_over(&s->options->limits) && any_running(s); take_turns(s, jobs)) {
        double left = limits_left(&s->options->limits);
        wait_for_news(s, left < 0.1 ? left : 0.1);
        watch_memory(s);
        count_time(s, limits_now() - last);
        last = limits_now();
        if (limits_now() - shown > 0.2) {
            show_progress(s);
            shown = limits_now();
        }
    }
}

static bool any_searching(const solver *s)
{
    for (size_t i = 0; i < s->n_runs; i++)
        if (s->runs[i].state == SEARCHING) return true;
    return false;
}

/* Asks for what is known, and ends what does not answer. */
static void end_all(solver *s)
{
    *s->stop = 1;
    for (size_t i = 0; i < s->n_runs; i++)
        if (s->runs[i].state == SEARCHING) set_active(s, &s->runs[i], true);
    double until = limits_now() + GRACE;
    while (!answered(s) && any_searching(s) && limits_now() < until) wait_for_news(s, 0.02);
    for (size_t i = 0; i < s->n_runs; i++) {
        worker_kill(&s->runs[i].worker);
        take_statistics(&s->runs[i]);
    }
}

static void collect(solver *s, result *out, const char **engine_name)
{
    run *winner = answered(s);
    *engine_name = winner ? winner->engine->name : NULL;
    text reasons;
    text_init(&reasons);
    int64_t bound = -1;
    for (size_t i = 0; i < s->n_runs; i++) {
        run *r = &s->runs[i];
        if (r->state != FINISHED) text_adds(&r->why, why_stopped(s, r));
        if (r->result.bound > bound) bound = r->result.bound;
        if (r->bound - 1 > bound) bound = r->bound - 1;
        if (reasons.size) text_adds(&reasons, "; ");
        if (s->n_runs > 1) text_printf(&reasons, "%s%s: ", r->engine->name, FORM_NAMES[r->form]);
        text_adds(&reasons, r->why.data);
    }
    if (winner) {
        result_release(out);
        *out = winner->result;
        result_init(&winner->result);
    } else {
        for (size_t i = 0; i < s->n_runs; i++) stats_merge(&out->stats, &s->runs[i].result.stats);
        result_set_unknown(out, "%s", reasons.data);
        out->bound = bound;
    }
    text_release(&reasons);
}

static bool has_arrays(const horn *h)
{
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        for (size_t j = 0; j < c->n_vars; j++)
            if (sort_kind_of(horn_terms(h), term_sort(horn_terms(h), c->vars[j])) == SORT_ARRAY) return true;
    }
    return false;
}

static void add_run(solver *s, const engine *e, run_form form)
{
    run *r = &s->runs[s->n_runs++];
    r->engine = e;
    r->form = form;
    r->bound = -1;
    r->worker.pipe = -1;
    text_init(&r->why);
    result_init(&r->result);
}

static bool is_chosen(const solver *s, const engine *e)
{
    const char *name = s->options->engine;
    return !e->of_programs && (strcmp(name, "auto") ? !strcmp(name, e->name) : e->share > 0);
}

/* In the order of their first turns: other forms of the problem, of which mostly is known soon that they give an answer or have nothing to do; the
 * engine with the largest share; the others. */
static void add_runs(solver *s)
{
    const engine *first = NULL, *best = NULL;
    for (const engine *e = ENGINES; e < ENGINES + ENGINE_COUNT; e++) {
        if (!is_chosen(s, e)) continue;
        if (!first) first = e;
        if (!best || e->share > best->share) best = e;
    }
    latch_require(first != NULL);
    if (has_arrays(s->h)) add_run(s, first, ABSTRACTED);
    add_run(s, first, UNROLLED);
    add_run(s, best, AS_IT_IS);
    for (const engine *e = ENGINES; e < ENGINES + ENGINE_COUNT; e++)
        if (e != best && is_chosen(s, e)) add_run(s, e, AS_IT_IS);
}

/* Zeroed memory that is the same one in all child processes. */
static void *new_shared(size_t bytes)
{
    void *made = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    latch_require(made != MAP_FAILED);
    return made;
}

void solve_run(const horn *h, const solve_options *options, result *out, const char **engine_name)
{
    solver s = {.h = h, .options = options, .started = limits_now(), .turn = FIRST_TURN};
    const size_t most = ENGINE_COUNT + RUN_FORMS;
    s.runs = alloc_zeroed(most, sizeof *s.runs);
    s.stop = new_shared(sizeof *s.stop);
    result *results = new_shared(most * sizeof *results);
    for (size_t i = 0; i < most; i++) s.runs[i].in_child = &results[i];
    add_runs(&s);
    search_all(&s);
    end_all(&s);
    collect(&s, out, engine_name);
    for (size_t i = 0; i < s.n_runs; i++) {
        worker_release(&s.runs[i].worker);
        text_release(&s.runs[i].why);
        result_release(&s.runs[i].result);
    }
    free(s.runs);
    munmap((void *)(uintptr_t)s.stop, sizeof *s.stop);
    munmap(results, most * sizeof *results);
}
