#include "solve/single_goals.h"

#include "solve/found_run.h"
#include "solve/local_proofs.h"
#include "solve/supervisor.h"
#include "validate/validate.h"

#include <stdlib.h>
#include <time.h>

/* What all engines answer at once needs no question about a single goal. */
static const double HEAD_START = 1.5;
/* For local proofs; for each goal in the first round, and how much more in each further one; to end by itself, for a process that has to. Seconds. */
static const double LOCAL_SECONDS = 2, FIRST_PATIENCE = 1, GROWTH = 2, GRACE = 1;
static const double COURTESY = 0.5;
/* An engine that ends before this part of its time has given up: more time changes nothing. */
static const double GAVE_UP = 0.8;
static const double STEP = 0.1;

typedef enum goal_state { OPEN, SETTLED, GIVEN_UP } goal_state;

typedef struct asker {
    const single_goals *about;
    goal_state *states; /* by goal id */
    int channel;
    /* the question at the moment */
    goal goal;
    double patience;
} asker;

static size_t goal_count(const asker *a) { return program_goal_count(a->about->p); }

void single_goals_find_unreachable(const encoding *e, const model *m, const limits *l, size_t n_goals, const bool *is_proved, bool *is_unreachable)
{
    const horn *places = encoding_places(e);
    size_t n = horn_clause_count(places);
    verdict *holds = alloc_zeroed(n + 1, sizeof *holds);
    bool *is_reached = alloc_zeroed(n_goals + 1, sizeof *is_reached);
    validate_clauses(places, m, l, holds);
    for (size_t i = 0; i < n; i++)
        if (holds[i] != VALID) is_reached[encoding_place_goal(e, i).id] = true;
    for (uint32_t g = 0; g < n_goals; g++)
        if (is_proved[g] && !is_reached[g] && encoding_has_place(e, (goal){g})) is_unreachable[g] = true;
    free(holds);
    free(is_reached);
}

/* ---- in the process of a question, or of local proofs ---- */

static void send_proved(const asker *a, const bool *is_proved, result *r)
{
    size_t n = goal_count(a);
    bool *is_unreachable = alloc_zeroed(n + 1, sizeof *is_unreachable);
    limits l = limits_within(&a->about->options->limits, COURTESY);
    single_goals_find_unreachable(a->about->e, &r->model, &l, n, is_proved, is_unreachable);
    number_vec numbers;
    number_vec_init(&numbers);
    for (size_t g = 0; g < n; g++) {
        if (!is_proved[g]) continue;
        number_vec_push(&numbers, (int64_t)g);
        number_vec_push(&numbers, is_unreachable[g]);
    }
    text printed;
    text_init(&printed);
    r->answer = ANSWER_SAFE;
    result_print(&printed, encoding_horn(a->about->e), r);
    message_send(a->channel, MESSAGE_PROVED, numbers.data, numbers.size, printed.data, printed.size);
    text_release(&printed);
    number_vec_release(&numbers);
    free(is_unreachable);
}

static void send_run(const asker *a, const derivation *d)
{
    goal violated = {0};
    term_vec inputs;
    term_vec_init(&inputs);
    if (encoding_run(a->about->e, d, &violated, &inputs)) found_run_send(a->channel, BY_SINGLE_GOAL, a->about->p, &inputs, violated);
    term_vec_release(&inputs);
}

/* The clauses of this process lose the queries of all other goals. */
static void keep_only(const asker *a, const bool *kept)
{
    size_t n = goal_count(a);
    bool *dropped = alloc_zeroed(n + 1, sizeof *dropped);
    for (size_t g = 0; g < n; g++) dropped[g] = !kept[g];
    encoding_drop_goals(a->about->e, dropped);
    free(dropped);
}

static void ask_body(void *context, int channel)
{
    asker a = *(const asker *)context;
    a.channel = channel;
    bool *is_proved = alloc_zeroed(goal_count(&a) + 1, sizeof *is_proved);
    is_proved[a.goal.id] = true;
    keep_only(&a, is_proved);
    solve_options o = *a.about->options;
    o.limits = limits_within(&o.limits, a.patience);
    o.task = STRATEGY_GOALS;
    o.jobs = 1;
    o.memory = 0; /* the process that watches this one counts */
    o.supervisor = NULL;
    o.is_superseded = NULL;
    o.progress = NULL;
    o.small = NULL;
    o.takes_outlines = false;
    result r;
    result_init(&r);
    const char *engine_name;
    solve_run(encoding_horn(a.about->e), &o, &r, &engine_name);
    if (r.answer == ANSWER_SAFE) send_proved(&a, is_proved, &r);
    else if (r.answer == ANSWER_UNSAFE) send_run(&a, &r.derivation);
    free(is_proved);
    result_release(&r);
}

/* The goals of which all queries are proved, as is said. */
static size_t find_proved(const asker *a, const bool *is_query_proved, bool *is_proved)
{
    const horn *h = encoding_horn(a->about->e);
    bool *has_query = alloc_zeroed(goal_count(a) + 1, sizeof *has_query);
    size_t found = 0;
    for (size_t g = 0; g < goal_count(a); g++) is_proved[g] = true;
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        uint32_t tag = horn_clause(h, i)->tag;
        if (!tag) continue;
        has_query[tag - 1] = true;
        is_proved[tag - 1] &= is_query_proved[i];
    }
    for (size_t g = 0; g < goal_count(a); g++) found += is_proved[g] &= has_query[g];
    free(has_query);
    return found;
}

static bool is_model(const asker *a, const model *m)
{
    const horn *h = encoding_horn(a->about->e);
    size_t n = horn_clause_count(h);
    verdict *holds = alloc_zeroed(n + 1, sizeof *holds);
    validate_clauses(h, m, &a->about->options->limits, holds);
    bool ok = true;
    for (size_t i = 0; i < n; i++) ok &= holds[i] == VALID;
    free(holds);
    return ok;
}

static void local_body(void *context, int channel)
{
    asker a = *(const asker *)context;
    a.channel = channel;
    const horn *h = encoding_horn(a.about->e);
    limits l = limits_within(&a.about->options->limits, LOCAL_SECONDS);
    bool *is_query_proved = alloc_zeroed(horn_clause_count(h) + 1, sizeof *is_query_proved), *is_proved = alloc_zeroed(goal_count(&a) + 1, sizeof *is_proved);
    result r;
    result_init(&r);
    model_init(&r.model, h);
    local_proofs_find(h, &l, is_query_proved, &r.model);
    if (find_proved(&a, is_query_proved, is_proved)) {
        keep_only(&a, is_proved);
        if (is_model(&a, &r.model)) send_proved(&a, is_proved, &r);
    }
    result_release(&r);
    free(is_query_proved);
    free(is_proved);
}

/* ---- in the process that asks ---- */

static void relay(void *user, job *j, const message *m)
{
    asker *a = user;
    (void)j;
    message_send(a->channel, m->kind, m->numbers.data, m->numbers.size, m->body.data, m->body.size);
    if (m->kind == MESSAGE_RUN) a->states[a->goal.id] = SETTLED;
    for (size_t i = 0; m->kind == MESSAGE_PROVED && i + 1 < m->numbers.size; i += 2) {
        assert(m->numbers.data[i] >= 0 && (size_t)m->numbers.data[i] < goal_count(a));
        a->states[m->numbers.data[i]] = SETTLED;
    }
}

static void run_one(asker *a, worker_body *body, double seconds)
{
    const limits *l = &a->about->options->limits;
    supervisor *s = supervisor_new(1, 0);
    job_spec spec = {.class = JOB_URGENT, .body = body, .context = a, .deadline = limits_now() + seconds + GRACE, .heard = relay, .user = a};
    supervisor_add(s, &spec);
    while (!supervisor_is_idle(s) && !limits_is_over(l)) supervisor_step(s, STEP);
    supervisor_free(s);
}

static void pause_for(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

/* True if any may have an answer in more time. */
static bool ask_all(asker *a, double patience)
{
    bool any = false;
    a->patience = patience;
    for (uint32_t g = 0; g < goal_count(a) && !limits_is_over(&a->about->options->limits); g++) {
        if (a->states[g] != OPEN) continue;
        double start = limits_now();
        a->goal = (goal){g};
        run_one(a, ask_body, patience);
        if (a->states[g] == OPEN && limits_now() - start < GAVE_UP * patience) a->states[g] = GIVEN_UP;
        any |= a->states[g] == OPEN;
    }
    return any;
}

void single_goals_body(void *context, int channel)
{
    asker a = {.about = context, .channel = channel};
    a.states = alloc_zeroed(goal_count(&a) + 1, sizeof *a.states);
    for (size_t g = 0; g < goal_count(&a); g++) a.states[g] = a.about->skip[g] ? SETTLED : OPEN;
    pause_for(HEAD_START);
    run_one(&a, local_body, 2 * LOCAL_SECONDS);
    const limits *l = &a.about->options->limits;
    for (double patience = FIRST_PATIENCE; !limits_is_over(l) && ask_all(&a, patience); patience *= GROWTH) continue;
    free(a.states);
}
