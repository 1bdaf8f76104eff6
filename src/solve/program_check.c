#include "solve/program_check.h"

#include "base/map.h"
#include "bits/bits.h"
#include "front/smtlib/smtlib.h"
#include "front/while/run.h"
#include "program/interpret.h"
#include "program/seeded_random.h"
#include "solve/found_run.h"
#include "solve/proof_trial.h"
#include "solve/run_inputs.h"
#include "solve/single_goals.h"
#include "solve/slam_job.h"
#include "solve/supervisor.h"
#include "solve/testing_job.h"
#include "validate/replay.h"
#include "validate/validate.h"

#include <stdlib.h>
#include <string.h>

/* Of a run of which only an outline is known: it has loops of many turns, and inputs are mostly asked for before them. */
static const size_t OUTLINE_STEPS = 200 * 1000;
/* Once a goal is violated the answer is known: the others get as long as that took, but at least so many seconds. So does testing, after a run that was
 * not confirmed. */
static const double PATIENCE = 2;
/* What testing does not reach soon, and a circuit that is not decided soon, mostly is not at all: after so much work they leave the processors to the
 * engines. */
static const double TRY_SLICE = 4, BITS_SLICE = 3;
enum { BESIDE_NICE = 10, SINGLE_NICE = 5 };
static const double COURTESY = 0.5; /* seconds */
static const char *const BITS = ENGINE_NAME_bits, *const SLAM = ENGINE_NAME_slam;
static const uint32_t MOST_TURNS = 100; /* of a loop, for `bits` in `auto`, where the inputs decide whether there is another */
static const double STEP = 0.1;

const char *goal_verdict_name(goal_verdict v)
{
    static const char *const NAMES[] = {"unknown", "proved", "violated", "unreachable"};
    return NAMES[v];
}

void program_outcome_init(program_outcome *o)
{
    memset(o, 0, sizeof *o);
    o->bound = -1;
}

void program_outcome_release(program_outcome *o)
{
    free(o->verdicts);
    free(o->reason);
    free(o->mismatch);
    free(o->certificate);
    free(o->proof);
    text_release(&o->story);
    term_vec_release(&o->inputs);
    term_vec_release(&o->mismatch_inputs);
    annotation_vec_release(&o->annotations);
    program_outcome_init(o);
}

VEC_DECLARE(message_vec, message);

typedef struct checker {
    const program *p;
    const program_source *source;
    const solve_options *options;
    encode_options how;
    encoding *e, *small; /* the program in clauses, without the goals that were settled when they were last asked about; `small`: encode_small */
    solve_options solving; /* the options, and what ends a search early */
    supervisor *supervisor;
    job *testing, *unwinding; /* random and directed testing; `bits`, or `slam` in its place. NULL: they say no more */
    slam_request slam;
    testing_job testing_job;
    message tested, unwound; /* what they have said: there is something if is_superseded, and the kind is one */
    job *single; /* goals one by one; NULL: it says no more */
    single_goals single_goals;
    message_vec single_runs; /* that it has found */
    bool is_superseded;
    text crashes; /* of these */
    bool *skip; /* goals that are settled, or given up */
    double started;
    program_outcome *out;
} checker;

static void set_once(char **to, const char *what)
{
    if (!*to) *to = alloc_string(what, strlen(what));
}

/* About the clauses that the program became. */
static void certify(checker *c, const encoding *e, const result *r)
{
    if (!c->source->certify || c->out->certificate) return;
    text t;
    text_init(&t);
    validate_certificate(&t, encoding_horn(e), r);
    c->out->certificate = text_take(&t);
}

/* What several proofs say of a place holds together. */
static void annotate(checker *c, const encoding *e, const model *m)
{
    term_store *ts = program_terms(c->p);
    annotation_vec fresh;
    annotation_vec_init(&fresh);
    encoding_annotate(e, m, &fresh);
    for (size_t i = 0; i < fresh.size; i++) {
        const annotation *a = &fresh.data[i];
        annotation *same = NULL;
        for (size_t j = 0; j < c->out->annotations.size && !same; j++) {
            annotation *b = &c->out->annotations.data[j];
            if (b->kind == a->kind && b->proc.id == a->proc.id && b->place.file == a->place.file && b->place.line == a->place.line && b->place.column == a->place.column) same = b;
        }
        if (same) same->formula = term_mk_and2(ts, same->formula, a->formula);
        else annotation_vec_push(&c->out->annotations, *a);
    }
    annotation_vec_release(&fresh);
}

/* ---- a run that violates a goal ---- */

static bool has_lookalike(const program *p, goal g)
{
    for (size_t i = 0; i < program_goal_count(p); i++)
        if (replay_looks_like(program_goal(p, g), program_goal(p, (goal){(uint32_t)i}))) return true;
    return false;
}

static replay_verdict replay(const checker *c, const run_result *r, goal violated, text *why)
{
    replay_value_vec values;
    replay_value_vec_init(&values);
    event_vec events;
    event_vec_init(&events);
    run_inputs_values(c->p, r, &values);
    run_inputs_events(c->p, r, &events);
    replay_request q = {.files = c->source->code.files,
                        .n_files = c->source->code.n_files,
                        .flags = c->source->code.flags,
                        .n_flags = c->source->code.n_flags,
                        .bits = c->source->code.bits,
                        .entry = c->source->code.entry,
                        .values = values.data,
                        .n_values = values.size,
                        .events = &events,
                        .unset = &r->unset,
                        .bitcode = c->source->code.bitcode,
                        .argc = run_inputs_argc(c->p, c->source->code.entry, r),
                        .goal = *program_goal(c->p, violated),
                        .has_lookalike = has_lookalike(c->p, violated),
                        .keep = c->out->answer == ANSWER_UNSAFE ? NULL : c->source->keep,
                        .confine = c->source->confine,
                        .limits = c->options->limits};
    replay_verdict v = replay_run(program_terms(c->p), &q, why);
    replay_value_vec_release(&values);
    event_vec_release(&events);
    return v;
}

/* A run that comes to something that is not modelled shows nothing, and its goal is not asked again. */
static bool is_limit(const checker *c, goal g, text *why)
{
    const goal_info *info = program_goal(c->p, g);
    if (info->kind != GOAL_LIMIT) return false;
    text_printf(why, "%s, and the program may come to it at %s:%u", info->message, info->place.file ? info->place.file : "?", info->place.line);
    return true;
}

/* Where the model of a function is coarse, a run may be none of the real program. */
static void name_coarse(const run_result *r, text *why)
{
    string_map seen;
    string_map_init(&seen);
    size_t n = 0;
    for (size_t i = 0; i < r->used.size; i++) {
        const stmt *s = r->used.data[i].asked_by;
        bool added = false;
        if (s && s->kind == STMT_HAVOC && s->name && !strncmp(s->name, PROGRAM_COARSE, strlen(PROGRAM_COARSE))) string_map_put(&seen, s->name, &added);
        if (added) text_printf(why, "%s%s", n++ ? ", " : "; the model of these functions is coarser than the real ones: ", s->name + strlen(PROGRAM_COARSE));
    }
    string_map_release(&seen);
}

/* The run of the tree itself, on the same inputs, ends at the goal. */
static bool rerun_tree(const checker *c, const run_result *r, goal violated, text *why)
{
    size_t n = r->used.size;
    rat *inputs = alloc_zeroed(n + 1, sizeof *inputs);
    for (size_t i = 0; i < n; i++) {
        rat_init(&inputs[i]);
        rat_set(&inputs[i], term_number(program_terms(c->p), r->used.data[i].value));
    }
    while_run_result run;
    while_run_result_init(&run);
    while_run(c->source->tree, &(while_run_options){.inputs = inputs, .n_inputs = n, .max_steps = FOUND_RUN_STEPS, .limits = c->options->limits}, &run);
    place at = program_goal(c->p, violated)->place;
    bool ok = run.end == WHILE_FAILED && run.place.line == at.line && run.place.column == at.column;
    if (!ok) text_printf(why, "executing the program itself ends otherwise, at line %u, which is a bug in Latch", run.place.line);
    while_run_result_release(&run);
    for (size_t i = 0; i < n; i++) rat_release(&inputs[i]);
    free(inputs);
    return ok;
}

/* Follows the run, then replays it. False, with the reason, if it does not violate the goal. Only the beginning of an outlined run is followed, and the
 * replay alone decides. */
static bool confirm(const checker *c, goal violated, const term_vec *inputs, bool is_outline, text *why)
{
    interpret_options o = {.inputs = inputs->data, .n_inputs = inputs->size, .default_inputs = true, .record_unset = true, .max_steps = is_outline ? OUTLINE_STEPS : FOUND_RUN_STEPS, .limits = c->options->limits};
    run_result r;
    run_result_init(&r);
    interpret(c->p, &o, &r);
    bool ok = found_run_is_violation(&violated, &r) || (is_outline && r.end == RUN_OUT_OF_STEPS);
    if (!ok && is_outline)
        text_adds(why, "of its loops with very many turns the inputs are not known");
    else if (!ok)
        text_printf(why, "the interpreter does not follow it to the goal, which is a bug in Latch (end %d at line %u)", (int)r.end, r.place.line);
    else if (!(ok = seeded_random_agrees(c->p, &r)))
        text_adds(why, "it needs random numbers that the C library gives for no seed that was tried");
    else
        ok = c->source->tree ? rerun_tree(c, &r, violated, why) : replay(c, &r, violated, why) == REPLAY_CONFIRMED;
    if (!ok) name_coarse(&r, why);
    run_result_release(&r);
    return ok;
}

/* If the run with these other inputs does it as well. */
static void prefer(const checker *c, goal violated, const term_vec *others, term_vec *inputs)
{
    run_result r;
    run_result_init(&r);
    if (found_run_violates(c->p, violated, others, &c->options->limits, &r)) memcpy(inputs->data, others->data, others->size * sizeof *others->data);
    run_result_release(&r);
}

/* Solvers like numbers of arguments that no system has, times that no clock shows, and random numbers: others may do. */
static void prefer_real_inputs(const checker *c, goal violated, term_vec *inputs)
{
    enum { FEW = 8 };
    term_vec others;
    term_vec_init(&others);
    term_vec_append(&others, inputs->data, inputs->size);
    if (run_inputs_limit_argc(c->p, c->source->code.entry, &others, FEW)) prefer(c, violated, &others, inputs);
    term_vec_release(&others);
    found_run_make_real(c->p, violated, &c->options->limits, inputs);
}

static void keep_mismatch(program_outcome *o, goal violated, const term_vec *inputs, const char *why)
{
    text reason;
    text_init(&reason);
    text_printf(&reason, "a counterexample was found, but its replay did not confirm it: %s", why);
    free(o->mismatch);
    free(o->reason);
    o->mismatch = alloc_string(why, strlen(why));
    o->reason = text_take(&reason);
    o->mismatched = violated;
    term_vec_clear(&o->mismatch_inputs);
    term_vec_append(&o->mismatch_inputs, inputs->data, inputs->size);
}

/* What happens to a goal that is given up. */
static void give_up(checker *c, goal violated, const term_vec *inputs, const char *why)
{
    if (program_goal(c->p, violated)->kind == GOAL_LIMIT) {
        free(c->out->reason);
        c->out->reason = alloc_string(why, strlen(why));
        c->skip[violated.id] = true;
    } else {
        keep_mismatch(c->out, violated, inputs, why);
    }
}

static void settle(checker *c, goal violated, const term_vec *inputs)
{
    c->out->verdicts[violated.id] = GOAL_VIOLATED;
    c->skip[violated.id] = true;
    if (c->out->answer == ANSWER_UNSAFE) return;
    c->out->answer = ANSWER_UNSAFE;
    c->out->violated = violated;
    term_vec_append(&c->out->inputs, inputs->data, inputs->size);
}

/* The goal is settled, or given up. */
static void take_violation(checker *c, const encoding *e, const result *r)
{
    goal violated = {0};
    term_vec inputs;
    term_vec_init(&inputs);
    text why;
    text_init(&why);
    bool known = encoding_run(e, &r->derivation, &violated, &inputs);
    if (!known) text_adds(&why, "it cannot be evaluated, which is a bug in Latch");
    else if (!r->derivation.is_outline) prefer_real_inputs(c, violated, &inputs);
    if (known && !is_limit(c, violated, &why) && confirm(c, violated, &inputs, r->derivation.is_outline, &why)) {
        if (c->out->answer != ANSWER_UNSAFE) certify(c, e, r);
        settle(c, violated, &inputs);
    } else {
        give_up(c, violated, &inputs, why.data);
    }
    if (known) c->skip[violated.id] = true;
    else memset(c->skip, 1, program_goal_count(c->p));
    text_release(&why);
    term_vec_release(&inputs);
}

/* ---- all loops unwound ---- */

/* The goals that no run gets to; and what proves all. */
static void send_proof(int channel, const bits_result *r)
{
    number_vec goals;
    number_vec_init(&goals);
    for (size_t i = 0; i < r->unreachable.size; i++) number_vec_push(&goals, r->unreachable.data[i]);
    message_send(channel, MESSAGE_GOALS, goals.data, goals.size, r->about.data, r->about.size);
    number_vec_release(&goals);
}

/* Says what `bits` found: the goal and the inputs of a run that violates it, what proves all goals, or, alone, why it knows nothing. */
static void unwind_body(void *context, int channel)
{
    const checker *c = context;
    bool is_alone = !strategy_is_auto(c->options->engine);
    bits_options o = {.max_turns = is_alone ? (uint32_t)c->options->max_bound : MOST_TURNS, .limits = c->options->limits};
    bits_result r;
    bits_result_init(&r);
    bits_run(c->p, &o, &r);
    if (r.answer == BITS_UNKNOWN && !is_alone) return; /* it must not end what the others do */
    if (r.answer == BITS_VIOLATED) found_run_send(channel, BY_BITS, c->p, &r.inputs, r.violated);
    else if (r.answer == BITS_PROVED) send_proof(channel, &r);
    else message_send_text(channel, MESSAGE_NOTHING, &r.about);
}

static bool is_slam(const checker *c) { return !strcmp(c->options->engine, SLAM); }

/* The job goes on. */
static void hear_story(checker *c, const message *m)
{
    if (m->kind == MESSAGE_TOLD) text_add(&c->out->story, m->body.data, m->body.size);
    else if (c->options->progress) c->options->progress(c->options->user, SLAM, m->body.data, m->numbers.data[0], limits_now() - c->started);
}

static void hear(void *user, job *j, const message *m)
{
    checker *c = user;
    if (m->kind == MESSAGE_TOLD || m->kind == MESSAGE_PROGRESS) {
        hear_story(c, m);
        return;
    }
    message *to = j == c->testing ? &c->tested : &c->unwound;
    to->kind = m->kind;
    number_vec_append(&to->numbers, m->numbers.data, m->numbers.size);
    text_add(&to->body, m->body.data, m->body.size);
    c->is_superseded = true;
    job_drop(j);
    *(j == c->testing ? &c->testing : &c->unwinding) = NULL;
}

static void take_end(void *user, job *j, const char *how)
{
    checker *c = user;
    if (!job_ended_well(j)) text_printf(&c->crashes, "; %s %s", j == c->testing ? "testing" : is_slam(c) ? SLAM : BITS, how);
    *(j == c->testing ? &c->testing : &c->unwinding) = NULL;
}

/* ---- goals one by one ---- */

static size_t count_left(const checker *c)
{
    size_t n = 0;
    for (size_t i = 0; i < program_goal_count(c->p); i++) n += !c->skip[i];
    return n;
}

static bool any_left(const checker *c) { return count_left(c) > 0; }

/* What is proved stays so, whatever becomes of the question about all. */
static void take_single_proof(checker *c, const message *m)
{
    result r;
    diag error;
    result_init(&r);
    diag_init(&error);
    if (smtlib_parse_result(encoding_horn(c->e), m->body.data, m->body.size, &r, &error) && r.answer == ANSWER_SAFE) {
        for (size_t i = 0; i + 1 < m->numbers.size; i += 2) {
            int64_t g = m->numbers.data[i];
            if (g < 0 || (size_t)g >= program_goal_count(c->p) || c->skip[g]) continue;
            c->out->verdicts[g] = m->numbers.data[i + 1] ? GOAL_UNREACHABLE : GOAL_PROVED;
            c->skip[g] = true;
        }
        annotate(c, c->e, &r.model);
    }
    diag_release(&error);
    result_release(&r);
}

static void hear_single(void *user, job *j, const message *m)
{
    checker *c = user;
    (void)j;
    if (m->kind == MESSAGE_PROVED) take_single_proof(c, m);
    if (m->kind == MESSAGE_RUN) {
        message copy;
        message_init(&copy);
        copy.kind = m->kind;
        number_vec_append(&copy.numbers, m->numbers.data, m->numbers.size);
        text_add(&copy.body, m->body.data, m->body.size);
        message_vec_push(&c->single_runs, copy);
    }
    c->is_superseded |= m->kind == MESSAGE_RUN || !any_left(c);
}

static void end_single(void *user, job *j, const char *how)
{
    checker *c = user;
    if (!job_ended_well(j)) text_printf(&c->crashes, "; the question about single goals %s", how);
    c->single = NULL;
}

/* Beside the engines of `auto`, once the clauses are there. */
static void start_single_goals(checker *c)
{
    if (count_left(c) < 2 || !strategy_is_auto(c->options->engine) || c->source->certify) return;
    c->single_goals = (single_goals){.p = c->p, .e = c->e, .skip = c->skip, .options = c->options};
    job_spec spec = {.class = JOB_BESIDE, .body = single_goals_body, .context = &c->single_goals, .nice = SINGLE_NICE, .heard = hear_single, .ended = end_single, .user = c};
    c->single = supervisor_add(c->supervisor, &spec);
}

/* ---- all that runs beside the engines ---- */

/* No clauses are needed. */
static bool works_alone(const checker *c) { return is_slam(c) || !strcmp(c->options->engine, BITS); }

/* Beside the engines of `auto`; a certificate needs a derivation or a model. */
static void start_others(checker *c)
{
    bool automatic = strategy_is_auto(c->options->engine) && !c->source->certify;
    job_spec spec = {.class = JOB_BESIDE, .context = c, .slice = TRY_SLICE, .nice = BESIDE_NICE, .heard = hear, .ended = take_end, .user = c};
    c->testing_job = (testing_job){.p = c->p, .skip = c->skip, .options = c->options};
    spec.body = testing_job_body;
    spec.context = &c->testing_job;
    if (automatic) c->testing = supervisor_add(c->supervisor, &spec);
    c->slam = (slam_request){.p = c->p, .tree = c->source->tree, .options = c->options, .limits = c->options->limits, .known = c->skip};
    spec.body = is_slam(c) ? slam_job_body : unwind_body;
    spec.context = is_slam(c) ? (void *)&c->slam : c;
    spec.slice = BITS_SLICE;
    bool has_bits = automatic ? strategy_runs_beside(STRATEGY_GOALS, BITS) : works_alone(c);
    if (has_bits) c->unwinding = supervisor_add(c->supervisor, &spec);
    supervisor_step(c->supervisor, 0); /* they begin while the clauses are made */
}

static void confirm_run(checker *c, goal violated, term_vec *inputs, const char *by)
{
    text why;
    text_init(&why);
    prefer_real_inputs(c, violated, inputs);
    if (c->skip[violated.id]) {
        /* another run did it */
    } else if (!is_limit(c, violated, &why) && confirm(c, violated, inputs, false, &why)) {
        settle(c, violated, inputs);
        c->out->engine = by;
    } else {
        give_up(c, violated, inputs, why.data);
    }
    text_release(&why);
}

static void take_run(checker *c, const message *m)
{
    term_vec inputs;
    term_vec_init(&inputs);
    size_t number;
    int64_t by = m->numbers.data[1];
    if (by >= 0 && by < FINDERS && run_inputs_parse(c->p, &m->body, &inputs, &number) && number < program_goal_count(c->p))
        confirm_run(c, (goal){(uint32_t)number}, &inputs, found_run_finder((found_by)by));
    term_vec_release(&inputs);
}

static void take_unwound_proof(checker *c, const message *m)
{
    size_t n = program_goal_count(c->p);
    for (size_t i = 0; i < n; i++)
        if (!c->skip[i]) c->out->verdicts[i] = GOAL_PROVED;
    for (size_t i = 0; i < m->numbers.size; i++) {
        int64_t g = m->numbers.data[i];
        if (g >= 0 && (size_t)g < n && !c->skip[g]) c->out->verdicts[g] = GOAL_UNREACHABLE;
    }
    for (size_t i = 0; i < n; i++) c->skip[i] = true;
    set_once(&c->out->proof, m->body.data);
    c->out->engine = is_slam(c) ? SLAM : BITS;
}

static bool take_message(checker *c, message *m)
{
    if (m->kind == MESSAGE_KINDS) return false;
    if (m->kind == MESSAGE_RUN) take_run(c, m);
    else if (m->kind == MESSAGE_GOALS && m == &c->unwound) take_unwound_proof(c, m);
    else if (m->kind == MESSAGE_NOTHING) set_once(&c->out->reason, m->body.data);
    m->kind = MESSAGE_KINDS;
    number_vec_clear(&m->numbers);
    text_clear(&m->body);
    return true;
}

/* Random testing alone might go on for ever. */
static bool is_waiting(const checker *c)
{
    bool is_limited = c->options->limits.deadline > 0 || limits_now() - c->started < TESTING_SECONDS_WITHOUT_LIMIT;
    return c->unwinding || ((c->testing || c->single) && is_limited);
}

/* What runs beside the engines may know more when they have come to an end: it is waited for. True if it has said something, whatever became of
 * that: the search that it has ended may go on. */
static bool take_others(checker *c, const limits *limit)
{
    while (!c->is_superseded && is_waiting(c) && !limits_is_over(limit)) supervisor_step(c->supervisor, STEP);
    c->is_superseded = false;
    bool any = take_message(c, &c->tested);
    any |= take_message(c, &c->unwound);
    for (size_t i = 0; i < c->single_runs.size; i++) any |= take_message(c, &c->single_runs.data[i]);
    return any || !any_left(c);
}

/* ---- rounds ---- */

/* Of the goals that are proved, those whose place the model excludes. A courtesy: it takes little time compared to the proof. */
static void find_unreachable(checker *c, const encoding *e, const model *m)
{
    size_t n = program_goal_count(c->p);
    bool *is_proved = alloc_zeroed(n + 1, sizeof *is_proved), *is_unreachable = alloc_zeroed(n + 1, sizeof *is_unreachable);
    for (size_t i = 0; i < n; i++) is_proved[i] = c->out->verdicts[i] == GOAL_PROVED;
    limits l = limits_within(&c->options->limits, COURTESY + 0.1 * (limits_now() - c->started));
    single_goals_find_unreachable(e, m, &l, n, is_proved, is_unreachable);
    for (size_t i = 0; i < n; i++)
        if (is_unreachable[i]) c->out->verdicts[i] = GOAL_UNREACHABLE;
    free(is_proved);
    free(is_unreachable);
}

static void take_proof(checker *c, const encoding *e, const result *r)
{
    for (size_t i = 0; i < program_goal_count(c->p); i++)
        if (!c->skip[i]) c->out->verdicts[i] = GOAL_PROVED;
    find_unreachable(c, e, &r->model);
    annotate(c, e, &r->model);
    certify(c, e, r);
}

/* For the engines of a portfolio that want small blocks; NULL if there are none, or the others get small blocks, too. */
static encoding *encode_small(const checker *c)
{
    encode_options how = c->how;
    how.large_blocks = false;
    return c->how.large_blocks && strategy_is_auto(c->options->engine) ? encode_program(c->p, &how) : NULL;
}

/* The goals that are left, in clauses. False: there was no time for that. */
static bool encode_rest(checker *c)
{
    if (c->e) {
        encoding_drop_goals(c->e, c->skip);
        if (c->small) encoding_drop_goals(c->small, c->skip);
        return true;
    }
    c->e = encode_program(c->p, &c->how);
    if (c->e) c->small = encode_small(c);
    if (c->e) start_single_goals(c);
    const volatile sig_atomic_t *stop = c->solving.limits.stop;
    if (!c->e) set_once(&c->out->reason, stop && *stop ? "interrupted" : "out of time while making the clauses");
    return c->e != NULL;
}

/* One question about all goals that are left. True if another may follow. */
static bool round_of(checker *c)
{
    if (!encode_rest(c)) return false;
    result r;
    text why;
    result_init(&r);
    text_init(&why);
    const char *engine_name = NULL;
    solve_options options = c->solving;
    if (c->out->answer == ANSWER_UNSAFE) {
        double so_far = limits_now() - c->started;
        options.limits = limits_within(&options.limits, so_far > PATIENCE ? so_far : PATIENCE);
    }
    options.small = c->small ? encoding_horn(c->small) : NULL;
    solve_run(encoding_horn(c->e), &options, &r, &engine_name);
    stats_merge(&c->out->stats, &r.stats);
    if (engine_name) c->out->engine = engine_name;
    const encoding *about = c->small && engine_name && engine_find(engine_name)->small_blocks ? c->small : c->e;
    bool more = false;
    if (r.answer == ANSWER_SAFE) {
        take_proof(c, about, &r);
    } else if (r.answer == ANSWER_UNSAFE) {
        take_violation(c, about, &r);
        more = true;
    } else if (take_others(c, &options.limits)) {
        more = true;
    } else {
        text_printf(&why, "%s%s", r.reason, c->crashes.data);
        set_once(&c->out->reason, why.data);
        c->out->bound = r.bound;
    }
    result_release(&r);
    text_release(&why);
    return more && any_left(c) && !limits_is_over(&c->options->limits);
}

/* A run that was not confirmed is no answer: testing, if it still goes on, may find another one. */
static void wait_for_testing(checker *c)
{
    if (c->out->answer == ANSWER_UNSAFE || !c->out->mismatch || !c->testing) return;
    limits most = limits_within(&c->options->limits, PATIENCE);
    c->skip[c->out->mismatched.id] = false;
    take_others(c, &most);
}

/* `slam` stops at a run. It is asked about the goals that are left, for about as long as it has had. */
static void ask_slam_again(checker *c)
{
    double so_far = limits_now() - c->started;
    for (size_t left = SIZE_MAX; count_left(c) && count_left(c) < left && c->out->answer == ANSWER_UNSAFE;) {
        left = count_left(c);
        c->slam.limits = limits_within(&c->options->limits, so_far > PATIENCE ? so_far : PATIENCE);
        job_spec spec = {.class = JOB_BESIDE, .body = slam_job_body, .context = &c->slam, .slice = BITS_SLICE, .nice = BESIDE_NICE, .heard = hear, .ended = take_end, .user = c};
        c->unwinding = supervisor_add(c->supervisor, &spec);
        take_others(c, &c->slam.limits);
    }
}

/* `bits` or `slam` alone. */
static void wait_for_one(checker *c)
{
    take_others(c, &c->options->limits);
    if (is_slam(c)) ask_slam_again(c);
    if (supervisor_was_short_of_memory(c->supervisor)) set_once(&c->out->reason, "out of memory");
    if (any_left(c)) set_once(&c->out->reason, limits_is_over(&c->options->limits) ? "out of time" : "the engine ended without an answer");
}

/* A run may go on where it comes to what is not modelled, and reach any goal then: only if none comes there, a proof is one. */
static void doubt_proofs(const program *p, goal_verdict *verdicts)
{
    size_t n = program_goal_count(p);
    bool doubted = program_has_doubt(p);
    for (uint32_t i = 0; i < n; i++) doubted |= program_goal(p, (goal){i})->kind == GOAL_LIMIT && !goal_verdict_is_proof(verdicts[i]);
    if (doubted) program_verdicts_withdraw(verdicts, n);
}

void program_verdicts_withdraw(goal_verdict *verdicts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (goal_verdict_is_proof(verdicts[i])) verdicts[i] = GOAL_UNKNOWN;
}

/* A run of the compiled program is the truth. */
static void contradict(program_outcome *out, size_t n, const char *failure)
{
    text why;
    text_init(&why);
    text_printf(&why, "all goals are proved, but the compiled program was run and failed (%s): an assumption does not hold, or Latch misunderstands the program", failure);
    free(out->reason);
    out->reason = text_take(&why);
    program_verdicts_withdraw(out->verdicts, n);
}

size_t program_outcome_count(const program *p, const program_outcome *o, size_t *n_proved)
{
    size_t n = 0;
    *n_proved = 0;
    for (uint32_t i = 0; i < program_goal_count(p); i++) {
        if (program_goal(p, (goal){i})->kind == GOAL_LIMIT) continue;
        n++;
        *n_proved += goal_verdict_is_proof(o->verdicts[i]);
    }
    return n;
}

/* What is not known is not all that there is to say. */
static void say_how_many(const program *p, program_outcome *out)
{
    size_t n_proved, n = program_outcome_count(p, out, &n_proved);
    if (out->answer != ANSWER_UNKNOWN || !out->reason || !n_proved || n_proved == n) return;
    text why;
    text_init(&why);
    text_printf(&why, "%zu of %zu goals are proved; of the others: %s", n_proved, n, out->reason);
    free(out->reason);
    out->reason = text_take(&why);
}

void program_check_run(const program *p, const program_source *source, const encode_options *how, const solve_options *options,
                       program_outcome *out)
{
    size_t n = program_goal_count(p);
    checker c = {.p = p, .source = source, .options = options, .how = *how, .started = limits_now(), .out = out};
    c.skip = alloc_zeroed(n + 1, sizeof *c.skip);
    c.how.skip_goals = c.skip;
    c.how.limits = options->limits;
    out->verdicts = alloc_zeroed(n + 1, sizeof *out->verdicts);
    c.solving = *options;
    c.supervisor = c.solving.supervisor = supervisor_new(options->jobs, options->memory);
    c.solving.is_superseded = &c.is_superseded;
    c.solving.task = STRATEGY_GOALS;
    c.solving.takes_outlines = !source->certify;
    message_init(&c.tested);
    message_init(&c.unwound);
    message_vec_init(&c.single_runs);
    text_init(&c.crashes);
    start_others(&c);
    if (works_alone(&c)) wait_for_one(&c);
    else while (round_of(&c)) continue;
    wait_for_testing(&c);
    supervisor_free(c.supervisor);
    encoding_free(c.e);
    encoding_free(c.small);
    message_release(&c.tested);
    message_release(&c.unwound);
    for (size_t i = 0; i < c.single_runs.size; i++) message_release(&c.single_runs.data[i]);
    message_vec_release(&c.single_runs);
    text_release(&c.crashes);
    bool all = true;
    for (size_t i = 0; i < n; i++) all &= goal_verdict_is_proof(out->verdicts[i]);
    if (!all && limits_is_over(&options->limits)) set_once(&out->reason, "out of time");
    place where;
    const char *gap = program_gap(p, &where);
    text why;
    text_init(&why);
    if (all && gap) {
        text_printf(&why, "%s%s, as in %s:%u", program_has_doubt(p) ? "" : "all goals are proved, but ", gap, where.file ? where.file : "?", where.line);
        set_once(&out->reason, why.data);
    } else if (all && out->answer != ANSWER_UNSAFE) {
        if (proof_trial_fails(p, source, &options->limits, &why)) contradict(out, n, why.data);
        else out->answer = ANSWER_SAFE;
    }
    text_release(&why);
    doubt_proofs(p, out->verdicts);
    say_how_many(p, out);
    free(c.skip);
}
