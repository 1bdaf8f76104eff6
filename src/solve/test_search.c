#include "solve/test_search.h"

#include "pass/pass.h"
#include "program/interpret.h"
#include "program/sample.h"
#include "solve/local_proofs.h"
#include "solve/run_inputs.h"
#include "testgen/explore.h"

#include <stdlib.h>
#include <string.h>

/* Statements of a random run, of one to a goal, and of the rest of a run once its goal is reached. */
enum { SAMPLE_STEPS = 200 * 1000, GOAL_STEPS = 20 * 1000 * 1000, REST_STEPS = 200 * 1000 };
/* A test with more inputs ends where its goal is reached. */
enum { MOST_INPUTS = 2000 };
/* How long random testing goes on, and as a share of the time; how many in a row may bring nothing; ways to go on that are tried behind a goal. */
static const double SAMPLE_SECONDS = 1, SAMPLE_SHARE = 0.05;
enum { IDLE_SAMPLES = 300, CONTINUATIONS = 6 };
/* How long directed runs go on: shares of the time, before and after local proofs, and explore.h's patience; from a run that an engine has
 * found, and as a share of the engine's time. */
static const double EXPLORE_SHARE = 0.25, EXPLORE_MORE_SHARE = 0.5, EXPLORE_PATIENCE = 1, EXPLORE_PATIENCE_SHARE = 0.5;
static const double FROM_PATIENCE = 0.3, FROM_SHARE = 0.3;
/* How long local proofs are tried, with making the clauses for them, as a share of the time. */
static const double LOCAL_SHARE = 0.15;

typedef struct searching {
    test_search *q;
    int channel;
    sampler *sampler;
    explorer *explorer; /* NULL: there are no directed runs */
    double engine_started, explored; /* seconds of directed runs since then */
    encoding *e;
    pipeline *p;
    bool *proved; /* by goal: before the engine begins */
    result *found; /* for statistics */
} searching;

/* ---- runs ---- */

static size_t count_new(const searching *s, const bool *reached)
{
    size_t n = 0;
    for (size_t g = 0; g < program_goal_count(s->q->p); g++) n += s->q->is_wanted[g] && reached[g] && !s->q->reached[g];
    return n;
}

static bool is_open(const searching *s, size_t g) { return s->q->is_wanted[g] && !s->q->reached[g] && !s->proved[g]; }

static size_t count_left(const searching *s)
{
    size_t n = 0;
    for (size_t g = 0; g < program_goal_count(s->q->p); g++) n += is_open(s, g);
    return n;
}

void test_search_send(const program *p, const term_vec *inputs, size_t steps, int channel)
{
    text found;
    text_init(&found);
    run_inputs_print(p, inputs, steps, &found);
    message_send(channel, MESSAGE_RUN, (int64_t[]){(int64_t)steps, 0}, 2, found.data, found.size);
    text_release(&found);
}

static void keep(searching *s, const run_result *r, const bool *reached)
{
    term_vec inputs;
    term_vec_init(&inputs);
    for (size_t i = 0; i < r->used.size; i++) term_vec_push(&inputs, r->used.data[i].value);
    test_search_send(s->q->p, &inputs, r->steps, s->channel);
    for (size_t g = 0; g < program_goal_count(s->q->p); g++) s->q->reached[g] |= reached[g];
    term_vec_release(&inputs);
}

/* Ends as programs should: not for lack of time or of a meaning. */
static bool ends_well(const run_result *r)
{
    return r->end == RUN_RETURNED || r->end == RUN_EXITED || r->end == RUN_VIOLATED;
}

static void sample(searching *s)
{
    limits l = limits_within(&s->q->limits, SAMPLE_SECONDS);
    if (s->q->limits.deadline > 0) l = limits_within(&l, SAMPLE_SHARE * limits_left(&s->q->limits));
    bool *reached = alloc_zeroed(program_goal_count(s->q->p) + 1, sizeof *reached);
    uint32_t idle = 0;
    bool is_last = false;
    for (uint32_t number = 0; idle < IDLE_SAMPLES && !is_last && !limits_is_over(&l) && count_left(s); number++) {
        run_result r;
        run_result_init(&r);
        memset(reached, 0, program_goal_count(s->q->p));
        sampler_interpret(s->sampler, number, (interpret_options){.max_steps = SAMPLE_STEPS, .limits = l, .reached = reached}, &r);
        idle++;
        is_last = r.used.size == 0;
        if (ends_well(&r) && r.used.size <= MOST_INPUTS && count_new(s, reached)) {
            keep(s, &r, reached);
            idle = 0;
        }
        run_result_release(&r);
    }
    free(reached);
}

/* Goes on behind the goal, with values near 0 (number 0) or random ones. True if that comes to a good end. */
static bool take_rest(searching *s, const term_vec *inputs, uint32_t number, size_t steps, run_result *out, bool *is_endless)
{
    bool *reached = alloc_zeroed(program_goal_count(s->q->p) + 1, sizeof *reached);
    interpret_options o = {.inputs = inputs->data, .n_inputs = inputs->size, .reached = reached, .limits = s->q->limits,
                           .max_steps = steps + REST_STEPS, .default_inputs = number == 0};
    if (number) sampler_interpret(s->sampler, number, o, out);
    else interpret(s->q->p, &o, out);
    bool ok = ends_well(out) && out->used.size <= MOST_INPUTS + inputs->size;
    if (ok) keep(s, out, reached);
    *is_endless = out->end == RUN_OUT_OF_STEPS;
    free(reached);
    return ok;
}

/* A test is the whole run, if it can be brought to a good end; otherwise it ends where it asks for more inputs than lead to the goal. */
static void take_run(searching *s, goal target, const term_vec *inputs)
{
    bool *reached = alloc_zeroed(program_goal_count(s->q->p) + 1, sizeof *reached);
    interpret_options o = {.inputs = inputs->data, .n_inputs = inputs->size, .reached = reached, .limits = s->q->limits, .max_steps = GOAL_STEPS,
                           .target = target, .rest_steps = REST_STEPS};
    run_result first;
    run_result_init(&first);
    interpret(s->q->p, &o, &first);
    bool done = false, is_endless = false;
    for (uint32_t number = 0; number <= CONTINUATIONS && reached[target.id] && first.end != RUN_OUT_OF_STEPS && !done && !is_endless; number++) {
        run_result r;
        run_result_init(&r);
        done = take_rest(s, inputs, number, first.steps, &r, &is_endless);
        run_result_release(&r);
    }
    if (!done && reached[target.id]) {
        keep(s, &first, reached);
    } else if (!done) {
        static const char WHY[] = "the interpreter does not follow it to its goal";
        message_send(s->channel, MESSAGE_DEFECT, NULL, 0, WHY, sizeof WHY - 1);
    }
    run_result_release(&first);
    free(reached);
}

/* ---- directed runs ---- */

static bool is_wanted(void *user, goal g)
{
    return is_open(user, g.id);
}

/* The whole run, if it has a good end; and then what that leaves out, goal by goal. */
static void on_explored(void *user, const concolic_run *f)
{
    searching *s = user;
    bool *reached = alloc_zeroed(program_goal_count(s->q->p) + 1, sizeof *reached);
    interpret_options o = {.inputs = f->inputs.data, .n_inputs = f->inputs.size, .reached = reached, .limits = s->q->limits, .max_steps = f->steps};
    run_result r;
    run_result_init(&r);
    if (f->end != RUN_OUT_OF_STEPS) interpret(s->q->p, &o, &r);
    if (f->end != RUN_OUT_OF_STEPS && ends_well(&r) && count_new(s, reached)) keep(s, &r, reached);
    run_result_release(&r);
    free(reached);
    for (size_t i = 0; i < f->visits.size; i++) {
        if (!is_wanted(s, f->visits.data[i].goal)) continue;
        term_vec inputs = f->inputs;
        inputs.size = f->visits.data[i].n_inputs;
        take_run(s, f->visits.data[i].goal, &inputs);
        s->q->reached[f->visits.data[i].goal.id] = true;
    }
}

/* True if it might have found more. */
static bool explore_program(searching *s, double share)
{
    explore_effort effort = {.patience = EXPLORE_PATIENCE, .patience_share = EXPLORE_PATIENCE_SHARE, .limits = s->q->limits};
    if (effort.limits.deadline > 0) effort.limits = limits_within(&effort.limits, share * limits_left(&effort.limits));
    if (!s->explorer) s->explorer = explorer_new(&(explore_options){.p = s->q->p, .is_wanted = is_wanted, .found = on_explored, .user = s});
    return explorer_run(s->explorer, &(term_vec){0}, &effort);
}

/* A run that something else has found may lead to where directed runs have not been. */
static void explore_from(searching *s, const term_vec *inputs)
{
    double start = limits_now();
    if (!s->explorer || !count_left(s) || s->explored > FROM_PATIENCE + FROM_SHARE * (start - s->engine_started)) return;
    explorer_run(s->explorer, inputs, &(explore_effort){.patience = FROM_PATIENCE, .limits = s->q->limits});
    s->explored += limits_now() - start;
}

static void count_explored(searching *s)
{
    if (!s->explorer) return;
    explore_counts n = explorer_counts(s->explorer);
    stats_add(&s->found->stats, explore_runs, (double)n.runs);
    stats_add(&s->found->stats, explore_queries, (double)n.queries);
    stats_add(&s->found->stats, explore_solved, (double)n.solved);
}

/* ---- what the engine says ---- */

static void copy_derivation(derivation *to, const derivation *from)
{
    step_vec_append(&to->steps, from->steps.data, from->steps.size);
    u32_vec_append(&to->premises, from->premises.data, from->premises.size);
    term_vec_append(&to->values, from->values.data, from->values.size);
}

static void on_reached(void *user, size_t query, const derivation *d)
{
    (void)query;
    searching *s = user;
    goal target;
    result r;
    term_vec inputs;
    result_init(&r);
    term_vec_init(&inputs);
    r.answer = ANSWER_UNSAFE;
    derivation_release(&r.derivation);
    derivation_init(&r.derivation);
    copy_derivation(&r.derivation, d);
    pipeline_back(s->p, &r, &s->q->limits);
    if (r.answer == ANSWER_UNSAFE && encoding_run(s->e, &r.derivation, &target, &inputs)) {
        if (!s->q->reached[target.id]) take_run(s, target, &inputs);
        explore_from(s, &inputs);
    } else if (!limits_is_over(&s->q->limits)) {
        static const char WHY[] = "it cannot be evaluated";
        message_send(s->channel, MESSAGE_DEFECT, NULL, 0, WHY, sizeof WHY - 1);
    }
    term_vec_release(&inputs);
    result_release(&r);
}

static bool is_settled(void *user, size_t query)
{
    const searching *s = user;
    uint32_t number = horn_clause(pipeline_result(s->p), query)->tag;
    return number && s->q->reached[number - 1];
}

/* Of the problem as the engine has it. False if it cannot be translated back in time. */
static bool send_model(searching *s, const model *m)
{
    result r;
    result_init(&r);
    r.answer = ANSWER_SAFE;
    term_vec_append(&r.model.formula, m->formula.data, m->formula.size);
    pipeline_back(s->p, &r, &s->q->limits);
    bool ok = r.answer == ANSWER_SAFE;
    if (ok) {
        text printed;
        text_init(&printed);
        result_print(&printed, encoding_horn(s->e), &r);
        message_send_text(s->channel, MESSAGE_MODEL, &printed);
        text_release(&printed);
    }
    result_release(&r);
    return ok;
}

static void on_proved(void *user, const uint32_t *queries, size_t n, const model *m)
{
    (void)queries;
    (void)n;
    send_model(user, m);
}

static void on_progress(void *user, const char *what, int64_t bound)
{
    (void)what;
    (void)bound;
    const searching *s = user;
    message_send(s->channel, MESSAGE_BACKTRACKS, (int64_t[]){(int64_t)stats_get(&s->found->stats, interla_backtracks)}, 1, "", 0);
}

/* ---- the search ---- */

/* An engine that wants small blocks gets them as they are. */
static pipeline *run_passes(searching *s, const limits *limit)
{
    const char **skip = alloc_zeroed(s->q->n_skip + 1, sizeof *skip);
    for (size_t i = 0; i < s->q->n_skip; i++) skip[i] = s->q->skip[i];
    skip[s->q->n_skip] = "inline";
    pipeline *p = pipeline_run(encoding_horn(s->e), skip, s->q->n_skip + 1, limit, NULL, NULL);
    free(skip);
    return p;
}

/* The clauses of what is open, and what passes make of them. False if the limits were over. */
static bool make_clauses(searching *s, const limits *limit)
{
    size_t n = program_goal_count(s->q->p);
    bool *skip = alloc_zeroed(n + 1, sizeof *skip);
    for (size_t g = 0; g < n; g++) skip[g] = !is_open(s, g);
    encode_options how = s->q->how;
    how.skip_goals = skip;
    how.limits = *limit;
    s->e = encode_program(s->q->p, &how);
    free(skip);
    double start = limits_now();
    if (s->e) s->p = run_passes(s, limit);
    stats_add(&s->found->stats, pass_seconds, limits_now() - start);
    return s->e != NULL;
}

static void free_clauses(searching *s)
{
    if (s->e) pipeline_free(s->p);
    encoding_free(s->e);
    s->e = NULL;
}

/* Goals that have no query that is not proved: not even one, if the passes have dropped them. */
static void take_proved(searching *s, const bool *is_proved)
{
    const horn *left = pipeline_result(s->p);
    const u32_vec *queries = horn_clauses_of(left, PRED_FALSE);
    for (size_t g = 0; g < program_goal_count(s->q->p); g++) s->proved[g] = is_open(s, g);
    for (size_t i = 0; i < queries->size; i++) {
        uint32_t number = horn_clause(left, queries->data[i])->line;
        if (number && !is_proved[queries->data[i]]) s->proved[number - 1] = false;
    }
}

/* What the passes have dropped is proved by what they know. */
static void send_dropped(searching *s)
{
    const horn *left = pipeline_result(s->p);
    if (s->q->no_learn || horn_clauses_of(left, PRED_FALSE)->size == horn_clauses_of(encoding_horn(s->e), PRED_FALSE)->size) return;
    model m;
    model_init(&m, left);
    send_model(s, &m);
    model_release(&m);
}

/* What passes drop, and what is dead for a reason nearby: directed runs need not look for it, and what is left is easier for the engine. */
static void prove_some(searching *s)
{
    limits l = s->q->limits;
    if (l.deadline > 0) l = limits_within(&l, LOCAL_SHARE * limits_left(&l));
    if (!make_clauses(s, &l)) return;
    const horn *left = pipeline_result(s->p);
    bool *is_proved = alloc_zeroed(horn_clause_count(left) + 1, sizeof *is_proved);
    double start = limits_now();
    model m;
    model_init(&m, left);
    size_t n = local_proofs_find(left, &l, is_proved, &m);
    stats_add(&s->found->stats, local_proofs, (double)n);
    stats_add(&s->found->stats, local_seconds, limits_now() - start);
    send_dropped(s); /* for itself: it is easy to validate */
    if (!n || send_model(s, &m)) take_proved(s, is_proved);
    model_release(&m);
    free(is_proved);
    free_clauses(s);
}

static void run_engine(searching *s)
{
    engine_goals goals = {.reached = on_reached, .is_settled = is_settled, .proved = on_proved, .user = s};
    engine_context c = {.limits = s->q->limits, .engine_options = s->q->engine_options, .goals = &goals, .no_learn = s->q->no_learn,
                        .progress = on_progress, .user = s};
    message_send(s->channel, MESSAGE_BEGINS, NULL, 0, "", 0);
    send_dropped(s);
    s->engine_started = limits_now();
    s->q->engine->run(pipeline_result(s->p), &c, s->found);
    if (s->found->answer == ANSWER_SAFE && !s->q->no_learn) send_model(s, &s->found->model);
}

/* Of a goal whose test was not confirmed another one may be. True if there are any. */
static bool reopen_dropped(searching *s)
{
    bool any = false;
    for (size_t g = 0; g < program_goal_count(s->q->p); g++) {
        any |= s->q->reached[g] && s->q->dropped[g];
        s->q->reached[g] &= !s->q->dropped[g];
    }
    return any;
}

static void search(searching *s)
{
    if (!s->q->no_sampling) sample(s);
    bool may_find_more = !s->q->no_sampling && count_left(s) && explore_program(s, EXPLORE_SHARE);
    if (!s->q->no_learn && count_left(s)) prove_some(s);
    may_find_more |= reopen_dropped(s) && s->explorer;
    if (may_find_more && count_left(s)) explore_program(s, EXPLORE_MORE_SHARE);
    reopen_dropped(s);
    if (!count_left(s)) return;
    if (make_clauses(s, &s->q->limits)) run_engine(s);
    else result_set_unknown(s->found, "out of time while making the clauses");
    free_clauses(s);
}

void test_search_body(void *context, int channel)
{
    test_search own = *(const test_search *)context;
    result found;
    text printed;
    result_init(&found);
    text_init(&printed);
    searching s = {.q = &own, .channel = channel, .sampler = sampler_new(own.p), .found = &found};
    s.proved = alloc_zeroed(program_goal_count(own.p) + 1, sizeof *s.proved);
    search(&s);
    count_explored(&s);
    if (found.answer != ANSWER_UNKNOWN) result_set_unknown(&found, "%s", ""); /* the model has been sent */
    result_print(&printed, NULL, &found);
    message_send_text(channel, MESSAGE_RESULT, &printed);
}

void test_search_from(const test_search *q, const term_vec *inputs, int channel)
{
    test_search own = *q;
    if (own.no_sampling) return;
    searching s = {.q = &own, .channel = channel, .sampler = sampler_new(own.p), .engine_started = limits_now()};
    s.proved = alloc_zeroed(program_goal_count(own.p) + 1, sizeof *s.proved);
    s.explorer = explorer_new(&(explore_options){.p = own.p, .is_wanted = is_wanted, .found = on_explored, .user = &s});
    explore_from(&s, inputs);
}
