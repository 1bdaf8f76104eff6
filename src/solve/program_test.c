#include "solve/program_test.h"

#include "engine/engine.h"
#include "front/smtlib/smtlib.h"
#include "program/interpret.h"
#include "solve/real_inputs.h"
#include "solve/run_inputs.h"
#include "solve/supervisor.h"
#include "solve/test_proofs.h"
#include "solve/test_questions.h"
#include "solve/test_search.h"
#include "solve/test_tree.h"
#include "validate/coverage.h"
#include "validate/harness.h"
#include "validate/validate.h"

#include <stdlib.h>
#include <string.h>

static const size_t MAX_STEPS = 20 * 1000 * 1000, MORE_STEPS = 100 * 1000;
/* For a test in the compiled program; and if the interpreter has not seen its end. */
static const double RUN_SECONDS = 2, ENDLESS_SECONDS = 0.1;
/* What is kept of the time to validate and to write, as a share and at least; and what that may take beyond an interruption. */
static const double RESERVE_SHARE = 0.1, RESERVE_SECONDS = 0.5, LAST_SECONDS = 3;
static const double STEP = 0.1, SHOW_SECONDS = 0.2;
/* Other engines are asked beside the search when it has found nothing for a while, and have a while for a question about few goals: shares of the time,
 * or so many seconds if there is no limit. */
static const double QUIET_SHARE = 0.02, QUIET_SECONDS = 3, PATIENCE_SHARE = 0.05, PATIENCE_SECONDS = 10;

enum { MORE_NICE = 5, MOST_NOTES = 5 }; /* where there are few cores, the search goes first */

VEC_DECLARE(text_vec, text);

typedef struct tester tester;

/* Puts the questions of a list to other engines, mostly for proofs. */
typedef struct proof_worker {
    tester *t;
    test_questions *questions; /* NULL: there are no more */
    test_question question; /* that is asked */
    bool *is_asked; /* by goal: it is about this one */
    bool has_answered;
    job *job; /* NULL: none is asked */
} proof_worker;
enum { PROOF_WORKERS = 2 };

struct tester {
    const program *p;
    const program_source *source;
    const solve_options *options;
    test_outcome *out;
    suite *suite;
    coverage *coverage;
    coverage_source compiled;
    encode_options how;
    encoding *e; /* of all goals that are wanted */
    replay_value_vec functions;
    test_search search;
    supervisor *supervisor;
    job *searching, *validating; /* NULL: ended; not going on */
    bool has_begun, has_said_all; /* the engine in the search; the search */
    bool has_news;
    text_vec models; /* that wait for validation */
    result judged; /* that is validated */
    limits reading; /* for what is done here about a message */
    limits limits; /* of the search */
    volatile sig_atomic_t *stop; /* shared with the children */
    double started, shown, last_news, quiet, patience;
    proof_worker proof_workers[PROOF_WORKERS];
    bool *is_askable; /* by goal: open, and not given up */
    bool *given_up; /* by goal: a test of another engine was not confirmed */
    bool *dropped; /* by goal: a test was not confirmed, and no other one was either; shared with the search */
    int64_t backtracks;
};

void test_outcome_init(test_outcome *o, const program *p)
{
    memset(o, 0, sizeof *o);
    suite_init(&o->suite, p);
    text_init(&o->notes);
    text_init(&o->contradictions);
    stats_init(&o->stats);
}

void test_outcome_release(test_outcome *o)
{
    suite_release(&o->suite);
    free(o->reason);
    text_release(&o->notes);
    text_release(&o->contradictions);
}

static size_t goal_count(const tester *t) { return program_goal_count(t->p); }

static void print_goal(const tester *t, goal g, text *out)
{
    const goal_info *info = program_goal(t->p, g);
    if (info->place.file) text_printf(out, "%s:%u:%u: ", info->place.file, info->place.line, info->place.column);
    text_printf(out, "%s", info->message);
}

/* ---- tests ---- */

static void make_values(const tester *t, const run_result *r, test *x)
{
    replay_value_vec values;
    replay_value_vec_init(&values);
    run_inputs_values(t->p, r, &values);
    for (size_t i = 0; i < values.size; i++) {
        const replay_value *v = &values.data[i];
        test_value_vec_push(&x->values, (test_value){v->function, v->value, v->width, v->is_signed, v->is_pointer, v->is_float});
    }
    replay_value_vec_release(&values);
}

static void make_arguments(const tester *t, const run_result *r, test *x)
{
    size_t n = replay_argument_count(run_inputs_argc(t->p, t->source->code.entry, r));
    x->args = alloc_zeroed(n, sizeof *x->args);
    for (size_t i = 1; i < n; i++) {
        text word;
        text_init(&word);
        unset_argument(&r->unset, i, t->source->code.bits / 8, &word);
        x->args[x->n_args++] = text_take(&word);
    }
}

static int shell_status(process_result how)
{
    return how.end == PROCESS_OUT_OF_TIME ? 124 : how.end == PROCESS_SIGNALLED ? 128 + how.code : how.code;
}

static size_t count_claims(const tester *t, const bool *claims, const bool *covered)
{
    size_t n = 0;
    for (size_t g = 0; g < goal_count(t); g++) n += t->suite->is_wanted[g] && claims[g] && !covered[g];
    return n;
}

/* Runs it with the compiled program. Floating-point numbers from outside are tried until it does what is claimed. */
static bool measure(tester *t, const run_result *r, const bool *claims, const limits *limit, test *x, coverage_run *run, text *why)
{
    static const char *const UNKNOWNS[] = HARNESS_UNKNOWNS;
    unsigned n = unset_list_has_unknowns(&r->unset) ? HARNESS_UNKNOWN_COUNT : 1;
    bool ok = true;
    text table;
    event_vec events;
    text_init(&table);
    event_vec_init(&events);
    run_inputs_events(t->p, r, &events);
    for (unsigned i = 0; i < n && ok && (i == 0 || count_claims(t, claims, x->covered)); i++) {
        text_clear(&table);
        memset(x->covered, 0, goal_count(t));
        harness_print_table(&table, &r->unset, &events, i);
        ok = coverage_measure(t->coverage, &table, limit, run, why);
        text_clear(&x->source);
        harness_print_exact(&x->source, &r->unset, &events, UNKNOWNS[i], true);
    }
    text_release(&table);
    event_vec_release(&events);
    return ok;
}

static void note_failure(tester *t, const bool *claims, const bool *covered, const char *why)
{
    size_t missed = 0;
    bool is_noted = ++t->out->n_dropped <= MOST_NOTES;
    for (uint32_t g = 0; g < goal_count(t); g++) {
        if (!t->suite->is_wanted[g] || !claims[g] || covered[g]) continue;
        t->dropped[g] = true;
        if (missed++ || !is_noted) continue;
        print_goal(t, (goal){g}, &t->out->notes);
    }
    if (is_noted) text_printf(&t->out->notes, ": the compiled program does not reach %s: %s\n", missed > 1 ? "this and other goals" : "this", why);
}

/* Does the compiled program reach something that no run should, and that this run, as computed, does not? Then it is not the same run: its
 * behaviour is undefined, mostly (accesses outside of objects), and anything may come of that. The first such goal. */
static bool goes_astray(const tester *t, const bool *claims, const bool *covered, goal *where)
{
    for (uint32_t g = 0; g < goal_count(t); g++) {
        bool is_dead = t->suite->is_wanted[g] && t->suite->status[g] != GOAL_IS_REACHED && t->suite->status[g] != GOAL_IS_OPEN;
        *where = (goal){g};
        if (covered[g] && is_dead && !claims[g]) return true;
    }
    return false;
}

static void note_astray(tester *t, goal where)
{
    if (++t->out->n_dropped > MOST_NOTES) return;
    print_goal(t, where, &t->out->notes);
    text_adds(&t->out->notes, ": the compiled program reaches this, as no run should, and not as computed: undefined behaviour, or an error of Latch\n");
}

/* What the compiled program has reached is reached, whatever else was thought of it. */
static bool take_covered(tester *t, const bool *covered)
{
    bool is_new = false;
    for (uint32_t g = 0; g < goal_count(t); g++) {
        if (!covered[g] || !t->suite->is_wanted[g] || t->suite->status[g] == GOAL_IS_REACHED) continue;
        if (t->suite->status[g] != GOAL_IS_OPEN) {
            print_goal(t, (goal){g}, &t->out->contradictions);
            text_adds(&t->out->contradictions, ": called unreachable, but a test reaches it\n");
        }
        t->suite->status[g] = GOAL_IS_REACHED;
        t->dropped[g] = false;
        is_new = true;
    }
    return is_new;
}

/* The same inputs for the user's own sources; empty if these cannot be given them. */
static text print_plain(const tester *t, const run_result *r)
{
    text out, why;
    replay_value_vec values;
    text_init(&out);
    text_init(&why);
    replay_value_vec_init(&values);
    event_vec events;
    event_vec_init(&events);
    run_inputs_events(t->p, r, &events);
    run_inputs_values(t->p, r, &values);
    replay_value_vec_append(&values, t->functions.data, t->functions.size);
    if (!run_inputs_are_plain(t->p, t->source->code.entry, r) || !harness_print_plain(&out, program_terms(t->p), values.data, values.size, &events, &why))
        text_clear(&out);
    replay_value_vec_release(&values);
    event_vec_release(&events);
    text_release(&why);
    return out;
}

/* A run that claims goals; `claims` holds those only that no test has reached yet. */
static void try_run(tester *t, const run_result *r, const bool *claims, const limits *limit)
{
    test x = {.is_plain = false};
    text why;
    text_init(&x.source);
    text_init(&why);
    x.covered = alloc_zeroed(goal_count(t) + 1, sizeof *x.covered);
    make_values(t, r, &x);
    make_arguments(t, r, &x);
    coverage_run run = {.args = (const char *const *)x.args, .n_args = x.n_args, .covered = x.covered,
                        .seconds = r->end == RUN_OUT_OF_STEPS ? ENDLESS_SECONDS : RUN_SECONDS};
    bool ok = measure(t, r, claims, limit, &x, &run, &why);
    if (ok && run.seconds < RUN_SECONDS && count_claims(t, claims, x.covered)) { /* on a busy machine */
        run.seconds = RUN_SECONDS;
        ok = measure(t, r, claims, limit, &x, &run, &why);
    }
    goal where;
    bool astray = ok && goes_astray(t, claims, x.covered, &where);
    if (ok) coverage_describe(run.how, &why);
    if (astray) note_astray(t, where);
    else if (!ok || count_claims(t, claims, x.covered)) note_failure(t, claims, x.covered, why.data);
    if (ok && !astray && take_covered(t, x.covered)) {
        x.status = shell_status(run.how);
        x.fails = run.how.end == PROCESS_EXITED && run.how.code == STATUS_VIOLATED;
        x.end = text_take(&why);
        x.plain = print_plain(t, r);
        test_vec_push(&t->suite->tests, x);
    } else {
        test_release(&x);
        text_release(&why);
    }
}

/* The same for a tree. It is run by another interpreter than what claims the goals. */
static void try_tree(tester *t, const run_result *r, const bool *claims, const limits *limit)
{
    test x = {.is_plain = true};
    text_init(&x.source);
    x.covered = alloc_zeroed(goal_count(t) + 1, sizeof *x.covered);
    test_tree_run(t->source, program_terms(t->p), &r->used, limit, &x);
    if (count_claims(t, claims, x.covered)) note_failure(t, claims, x.covered, "a bug in Latch");
    if (take_covered(t, x.covered)) test_vec_push(&t->suite->tests, x);
    else test_release(&x);
}

/* The C file for the user's sources takes the place of the other one if it does the same. */
static void try_plain(tester *t, test *x, const limits *limit)
{
    text why;
    text_init(&why);
    coverage_run run = {.args = (const char *const *)x->args, .n_args = x->n_args, .seconds = RUN_SECONDS};
    if (coverage_try(t->coverage, &x->plain, true, limit, &run, &why) && shell_status(run.how) == x->status) {
        text_clear(&x->source);
        text_adds(&x->source, x->plain.data);
        x->is_plain = true;
    }
    text_clear(&x->plain);
    text_release(&why);
}

/* A test for which that is to be found out; NULL if there is none. */
static test *untried(const tester *t)
{
    for (size_t i = 0; i < t->suite->tests.size; i++)
        if (t->suite->tests.data[i].plain.size) return &t->suite->tests.data[i];
    return NULL;
}

/* Of the goals that a run has come by, those that no test has reached yet; true if there are any. */
static bool keep_new(const tester *t, bool *reached)
{
    bool any = false;
    for (size_t g = 0; g < goal_count(t); g++) {
        if (!t->suite->is_wanted[g] || t->suite->status[g] == GOAL_IS_REACHED) reached[g] = false;
        any |= reached[g];
    }
    return any;
}

/* The inputs of a run, as the interpreter takes them, and how many steps it has. */
static void take_inputs(tester *t, const term_vec *inputs, size_t steps, const limits *limit)
{
    bool *claims = alloc_zeroed(goal_count(t) + 1, sizeof *claims);
    interpret_options o = {.inputs = inputs->data, .n_inputs = inputs->size, .record_unset = true, .reached = claims, .limits = *limit};
    o.max_steps = steps < MAX_STEPS / 4 ? 2 * steps + MORE_STEPS : MAX_STEPS; /* branches count, too */
    run_result r;
    run_result_init(&r);
    interpret(t->p, &o, &r);
    if (keep_new(t, claims) && t->source->tree) {
        try_tree(t, &r, claims, limit);
    } else if (keep_new(t, claims)) {
        real_inputs_same_goals(t->p, &o, claims, &r);
        try_run(t, &r, claims, limit);
    }
    run_result_release(&r);
    free(claims);
}

/* ---- proofs ---- */

/* In the validator's process: says which goals hold, or nothing if the model is none of the program. */
static void validate_body(void *context, int channel)
{
    const tester *t = context;
    number_vec proved;
    number_vec_init(&proved);
    test_proofs_check(t->p, &t->how, t->suite, &t->judged.model, &proved);
    message_send(channel, MESSAGE_GOALS, proved.data, proved.size, "", 0);
}

static void take_proved(tester *t, const message *m)
{
    for (size_t i = 0; i < m->numbers.size; i++) {
        int64_t g = m->numbers.data[i];
        if (g >= 0 && (size_t)g < goal_count(t) && t->suite->status[g] == GOAL_IS_OPEN) t->suite->status[g] = GOAL_IS_UNREACHABLE;
    }
}

static void hear_validation(void *user, job *j, const message *m)
{
    tester *t = user;
    (void)j;
    t->has_news = true;
    if (m->kind == MESSAGE_GOALS) take_proved(t, m);
}

static void end_validation(void *user, job *j, const char *how)
{
    tester *t = user;
    (void)j;
    (void)how; /* then nothing is proved */
    t->validating = NULL;
}

static void start_validation(tester *t)
{
    if (t->validating || !t->models.size) return;
    text model_text = text_vec_pop(&t->models); /* the last one says most */
    diag error;
    diag_init(&error);
    result_release(&t->judged);
    result_init(&t->judged);
    job_spec spec = {.class = JOB_URGENT, .body = validate_body, .context = t, .heard = hear_validation, .ended = end_validation, .user = t};
    if (smtlib_parse_result(encoding_horn(t->e), model_text.data, model_text.size, &t->judged, &error) && t->judged.answer == ANSWER_SAFE)
        t->validating = supervisor_add(t->supervisor, &spec);
    diag_release(&error);
    text_release(&model_text);
}

/* ---- the search ---- */

static void take_reason(tester *t, const text *said)
{
    diag error;
    result r;
    diag_init(&error);
    result_init(&r);
    if (smtlib_parse_result(encoding_horn(t->e), said->data, said->size, &r, &error)) {
        stats_merge(&t->out->stats, &r.stats);
        free(t->out->reason);
        t->out->reason = r.reason && *r.reason ? alloc_string(r.reason, strlen(r.reason)) : NULL;
    }
    diag_release(&error);
    result_release(&r);
}

static void take_run(tester *t, const message *m)
{
    term_vec inputs;
    term_vec_init(&inputs);
    size_t steps;
    if (run_inputs_parse(t->p, &m->body, &inputs, &steps)) take_inputs(t, &inputs, steps, &t->reading);
    term_vec_release(&inputs);
}

static void take_model(tester *t, const message *m)
{
    text copy;
    text_init(&copy);
    text_add(&copy, m->body.data, m->body.size);
    text_vec_push(&t->models, copy);
}

static void hear_search(void *user, job *j, const message *m)
{
    tester *t = user;
    (void)j;
    t->has_news = true;
    if (m->kind == MESSAGE_BEGINS) t->has_begun = true;
    if (m->kind == MESSAGE_RUN || m->kind == MESSAGE_MODEL || m->kind == MESSAGE_BEGINS) t->last_news = limits_now();
    if (m->kind == MESSAGE_RUN) take_run(t, m);
    if (m->kind == MESSAGE_MODEL) take_model(t, m);
    if (m->kind == MESSAGE_BACKTRACKS) t->backtracks = m->numbers.data[0];
    if (m->kind == MESSAGE_DEFECT) {
        text_printf(&t->out->notes, "a run to a goal was found, but %s: a bug in Latch\n", m->body.data);
        t->out->n_dropped++;
    }
    if (m->kind == MESSAGE_RESULT) {
        t->has_said_all = true;
        take_reason(t, &m->body);
    }
}

static void end_search(void *user, job *j, const char *how)
{
    tester *t = user;
    (void)j;
    t->searching = NULL;
    if (t->has_said_all) return;
    text why;
    text_init(&why);
    text_printf(&why, "the search %s", how);
    free(t->out->reason);
    t->out->reason = text_take(&why);
}

static void show_progress(tester *t)
{
    double now = limits_now();
    if (!t->options->progress || now - t->shown < SHOW_SECONDS) return;
    t->shown = now;
    text what;
    text_init(&what);
    size_t dead = suite_count(t->suite, GOAL_IS_UNREACHABLE) + suite_count(t->suite, GOAL_IS_NOT_CALLED);
    text_printf(&what, "%zu reached, %zu unreachable, %zu open, %zu tests, %.0f backtracks", suite_count(t->suite, GOAL_IS_REACHED), dead,
                suite_count(t->suite, GOAL_IS_OPEN), t->suite->tests.size, (double)t->backtracks);
    t->options->progress(t->options->user, "test", what.data, -1, now - t->started);
    text_release(&what);
}

static bool is_decided(const tester *t) { return !suite_count(t->suite, GOAL_IS_OPEN); }
static bool is_validating(const tester *t) { return t->validating || t->models.size; }

/* ---- proof workers ---- */

/* Of what other engines have found, directed runs may get further. */
static void explore_from(const tester *t, const term_vec *inputs, int channel)
{
    test_search from = t->search;
    from.limits = t->limits;
    for (size_t g = 0; g < goal_count(t); g++) from.reached[g] = t->suite->status[g] != GOAL_IS_OPEN;
    test_search_from(&from, inputs, channel);
}

static void send_inputs(const tester *t, const encoding *e, const result *r, int channel)
{
    goal target = {0};
    term_vec inputs;
    term_vec_init(&inputs);
    if (encoding_run(e, &r->derivation, &target, &inputs)) {
        test_search_send(t->p, &inputs, MAX_STEPS, channel);
        message_send(channel, MESSAGE_TARGET, (int64_t[]){target.id}, 1, "", 0);
        explore_from(t, &inputs, channel);
    }
    term_vec_release(&inputs);
}

/* In a process of its own: says the goals that are proved, or the inputs of a run and then its goal. */
static void prove_body(void *context, int channel)
{
    const proof_worker *a = context;
    const tester *t = a->t;
    bool *skip = alloc_zeroed(goal_count(t) + 1, sizeof *skip);
    number_vec proved;
    number_vec_init(&proved);
    for (size_t g = 0; g < goal_count(t); g++) {
        skip[g] = !a->is_asked[g];
        if (a->is_asked[g]) number_vec_push(&proved, (int64_t)g);
    }
    const engine *asked = engine_find(a->question.engine);
    encode_options how = t->how;
    how.skip_goals = skip;
    how.large_blocks = !asked || !asked->small_blocks;
    how.limits = a->question.limits;
    encoding *e = encode_program(t->p, &how);
    if (!e) return;
    result r;
    result_init(&r);
    const char *name;
    solve_options o = *t->options;
    o.engine = a->question.engine;
    o.limits = how.limits;
    o.progress = NULL;
    o.memory = 0; /* the supervisor of all sees to it */
    solve_run(encoding_horn(e), &o, &r, &name);
    if (r.answer == ANSWER_SAFE) message_send(channel, MESSAGE_GOALS, proved.data, proved.size, "", 0);
    if (r.answer == ANSWER_UNSAFE) send_inputs(t, e, &r, channel);
}

/* Finds out what may be asked. */
static bool has_question(tester *t)
{
    bool any = false;
    for (size_t g = 0; g < goal_count(t); g++) {
        t->is_askable[g] = t->suite->is_wanted[g] && t->suite->status[g] == GOAL_IS_OPEN && !t->given_up[g];
        any |= t->is_askable[g];
    }
    return any && !t->options->no_learn;
}

static bool is_asking(tester *t)
{
    bool can_ask = has_question(t);
    for (size_t i = 0; i < PROOF_WORKERS; i++)
        if (t->proof_workers[i].job || (can_ask && t->proof_workers[i].questions)) return true;
    return false;
}

static void stop_asking(proof_worker *a)
{
    test_questions_free(a->questions);
    a->questions = NULL;
}

static void hear_proof(void *user, job *j, const message *m)
{
    proof_worker *a = user;
    tester *t = a->t;
    (void)j;
    t->has_news = a->has_answered = true;
    if (m->kind == MESSAGE_GOALS) take_proved(t, m);
    if (m->kind == MESSAGE_RUN) {
        t->last_news = limits_now();
        take_run(t, m);
    }
    int64_t target = m->kind == MESSAGE_TARGET ? m->numbers.data[0] : -1;
    if (target >= 0 && (size_t)target < goal_count(t)) t->given_up[target] = t->suite->status[target] != GOAL_IS_REACHED;
}

static void end_proof(void *user, job *j, const char *how)
{
    proof_worker *a = user;
    (void)j;
    (void)how; /* then there is no answer */
    a->job = NULL;
    if (!a->has_answered && has_question(a->t)) test_questions_give_up(a->questions, a->t->is_askable);
}

static void ask(tester *t, proof_worker *a)
{
    limits left = {.deadline = t->limits.deadline};
    a->has_answered = false;
    bool is_question = test_questions_next(a->questions, t->is_askable, t->patience, &left, &a->question);
    for (uint32_t g = 0; is_question && g < goal_count(t); g++)
        a->is_asked[g] = t->is_askable[g] && g >= a->question.first && g < a->question.end;
    job_spec spec = {.class = JOB_BESIDE, .nice = MORE_NICE, .body = prove_body, .context = a, .heard = hear_proof, .ended = end_proof, .user = a};
    if (is_question) a->job = supervisor_add(t->supervisor, &spec);
    else stop_asking(a);
}

/* Most of what it is about has been settled meanwhile: the rest is another question. */
static bool is_outdated(const proof_worker *a)
{
    size_t asked = 0, open = 0;
    for (size_t g = 0; g < goal_count(a->t); g++) {
        asked += a->is_asked[g];
        open += a->is_asked[g] && a->t->is_askable[g];
    }
    return open < asked - open;
}

static void drop(job **j)
{
    if (*j) job_drop(*j);
    *j = NULL;
}

/* When the search has ended, or has had nothing to say for a while. */
static void ask_others(tester *t)
{
    if (!has_question(t) || (t->searching && (!t->has_begun || limits_now() - t->last_news < t->quiet))) return;
    for (proof_worker *a = t->proof_workers; a < t->proof_workers + PROOF_WORKERS; a++) {
        if (a->job && is_outdated(a)) drop(&a->job);
        if (!a->job && a->questions) ask(t, a);
    }
}

static void attend(tester *t, const limits *limit)
{
    t->reading = *limit;
    t->has_news = false;
    start_validation(t);
    supervisor_step(t->supervisor, untried(t) ? 0 : STEP);
    if (!t->has_news && untried(t)) try_plain(t, untried(t), limit);
    show_progress(t);
}

/* Asks the search for its last words. */
static void stop_search(tester *t, const limits *limit)
{
    t->reading = *limit;
    supervisor_stop_group(t->supervisor, t->stop, NULL, NULL);
    t->searching = NULL;
}

/* After the time, or an interruption, there are a few seconds to finish what has been begun. */
static limits last_limits(void)
{
    return (limits){.deadline = limits_now() + LAST_SECONDS};
}

static void run_search(tester *t)
{
    const limits *all = &t->options->limits;
    job_spec spec = {.class = JOB_BESIDE, .body = test_search_body, .context = &t->search, .stop = t->stop, .heard = hear_search, .ended = end_search, .user = t};
    t->searching = supervisor_add(t->supervisor, &spec);
    t->last_news = limits_now();
    t->quiet = all->deadline > 0 ? QUIET_SHARE * limits_left(all) : QUIET_SECONDS;
    t->patience = all->deadline > 0 ? PATIENCE_SHARE * limits_left(all) : PATIENCE_SECONDS;
    while (!limits_is_over(&t->limits) && !is_decided(t) && (t->searching || is_validating(t) || is_asking(t))) {
        attend(t, all);
        ask_others(t);
    }
    for (size_t i = 0; i < PROOF_WORKERS; i++) drop(&t->proof_workers[i].job);
    limits last = last_limits();
    stop_search(t, limits_is_over(all) ? &last : all);
}

/* What has been begun when the time is over. */
static void finish(tester *t)
{
    limits last = last_limits();
    const limits *limit = limits_is_over(&t->options->limits) ? &last : &t->options->limits;
    while (is_validating(t) && !is_decided(t) && !limits_is_over(limit)) attend(t, limit);
    drop(&t->validating);
    suite_minimise(t->suite);
    while (untried(t) && !limits_is_over(limit)) try_plain(t, untried(t), limit);
}

/* ---- all together ---- */

void program_test_choose(suite *s, uint32_t covers)
{
    for (uint32_t g = 0; g < program_goal_count(s->program); g++) {
        const goal_info *info = program_goal(s->program, (goal){g});
        s->is_wanted[g] = info->kind == GOAL_COVER || (info->kind == GOAL_ASSERT && covers & COVER_ERROR);
        if (info->kind == GOAL_COVER && info->proc.id == PROC_NONE.id) s->status[g] = GOAL_IS_NOT_CALLED;
    }
}

static bool prepare(tester *t)
{
    text why;
    text_init(&why);
    t->compiled = (coverage_source){.code = t->source->code, .n_goals = goal_count(t), .confine = t->source->confine};
    t->coverage = t->source->code.bitcode->size ? coverage_new(&t->compiled, &t->options->limits, &why) : NULL;
    bool can_run = t->source->tree || t->coverage;
    if (!can_run) text_adds(&why, why.size ? "" : "there is no bitcode");
    bool *skip = alloc_zeroed(goal_count(t) + 1, sizeof *skip);
    for (size_t g = 0; g < goal_count(t); g++) skip[g] = !t->suite->is_wanted[g];
    t->how.skip_goals = skip;
    t->e = can_run ? encode_program(t->p, &t->how) : NULL;
    t->how.skip_goals = NULL;
    free(skip);
    if (can_run && !t->e) text_adds(&why, "out of time while making the clauses");
    if (!t->e) t->out->reason = alloc_string(why.data, why.size);
    text_release(&why);
    return t->e != NULL;
}

/* A goal that no clause asks for is one that control never gets to. */
static void settle_unasked(tester *t)
{
    const horn *h = encoding_horn(t->e);
    bool *is_asked = alloc_zeroed(goal_count(t) + 1, sizeof *is_asked);
    const u32_vec *queries = horn_clauses_of(h, PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++) is_asked[horn_clause(h, queries->data[i])->tag - 1] = true;
    for (size_t g = 0; g < goal_count(t); g++)
        if (t->suite->is_wanted[g] && !is_asked[g] && t->suite->status[g] == GOAL_IS_OPEN) t->suite->status[g] = GOAL_IS_UNREACHABLE;
    free(is_asked);
}

static const engine *engine_for_tests(void)
{
    for (size_t i = 0; i < ENGINE_COUNT; i++)
        if (ENGINES[i].many_goals) return &ENGINES[i];
    return NULL;
}

static limits search_limits(const limits *all)
{
    double left = limits_left(all), reserve = left * RESERVE_SHARE;
    if (!all->deadline) return *all;
    if (reserve < RESERVE_SECONDS) reserve = left < 2 * RESERVE_SECONDS ? left / 2 : RESERVE_SECONDS;
    return limits_within(all, left - reserve);
}

/* Where something is not modelled, a proof of the rest proves nothing. */
static void doubt_proofs(tester *t)
{
    place where;
    const char *gap = program_gap(t->p, &where);
    if (!gap) return;
    for (size_t g = 0; g < goal_count(t); g++)
        if (t->suite->status[g] == GOAL_IS_UNREACHABLE) t->suite->status[g] = GOAL_IS_OPEN;
    text why;
    text_init(&why);
    text_printf(&why, "%s, as in %s:%u", gap, where.file ? where.file : "?", where.line);
    free(t->out->reason);
    t->out->reason = text_take(&why);
}

static void say_reason(tester *t)
{
    doubt_proofs(t);
    if (is_decided(t)) {
        free(t->out->reason);
        t->out->reason = NULL;
    } else if (t->options->limits.stop && *t->options->limits.stop) {
        free(t->out->reason);
        t->out->reason = alloc_string("interrupted", 11);
    } else if (!t->out->reason) {
        const char *why = t->out->n_dropped && !limits_is_over(&t->options->limits) ? "their tests did not do what was computed" : "out of time";
        t->out->reason = alloc_string(why, strlen(why));
    }
}

void program_test_run(const program *p, const program_source *source, const encode_options *how, const solve_options *options,
                      const test_options *tests, test_outcome *out)
{
    tester t = {.p = p, .source = source, .options = options, .out = out, .suite = &out->suite, .how = *how, .started = limits_now()};
    t.supervisor = supervisor_new(options->jobs, options->memory);
    result_init(&t.judged);
    t.given_up = alloc_zeroed(goal_count(&t) + 1, sizeof *t.given_up);
    t.is_askable = alloc_zeroed(goal_count(&t) + 1, sizeof *t.is_askable);
    for (size_t i = 0; i < PROOF_WORKERS; i++)
        t.proof_workers[i] = (proof_worker){.t = &t, .questions = test_questions_new(p, i == 0), .is_asked = alloc_zeroed(goal_count(&t) + 1, 1)};
    t.limits = search_limits(&options->limits);
    t.how.limits = t.limits;
    t.stop = shared_new(sizeof *t.stop);
    t.dropped = shared_new(goal_count(&t) + 1);
    program_test_choose(t.suite, tests->covers);
    run_inputs_functions(p, &t.functions);
    if (prepare(&t)) {
        settle_unasked(&t);
        bool *reached = alloc_zeroed(goal_count(&t) + 1, sizeof *reached);
        t.search = (test_search){.p = p, .is_wanted = out->suite.is_wanted, .reached = reached, .dropped = t.dropped, .how = t.how, .engine = engine_for_tests(),
                                 .engine_options = options->engine_options, .no_learn = options->no_learn, .no_sampling = tests->no_sampling,
                                 .skip = options->skip, .n_skip = options->n_skip, .limits = {t.limits.deadline, t.stop}};
        t.search.how.limits = t.search.limits;
        run_search(&t);
        finish(&t);
        free(reached);
    }
    say_reason(&t);
    supervisor_free(t.supervisor);
    result_release(&t.judged);
    for (size_t i = 0; i < t.models.size; i++) text_release(&t.models.data[i]);
    text_vec_release(&t.models);
    replay_value_vec_release(&t.functions);
    for (size_t i = 0; i < PROOF_WORKERS; i++) {
        stop_asking(&t.proof_workers[i]);
        free(t.proof_workers[i].is_asked);
    }
    free(t.is_askable);
    free(t.given_up);
    encoding_free(t.e);
    coverage_free(t.coverage);
    shared_free((void *)(uintptr_t)t.stop, sizeof *t.stop);
    shared_free(t.dropped, goal_count(&t) + 1);
}
