#include "solve/real_inputs.h"

#include "program/seeded_random.h"
#include "term/eval.h"
#include "validate/environment.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SEEDS = 20000 };
static const double SECONDS = 1;

typedef struct attempt {
    term_store *ts;
    const run_result *found, *run; /* `run` is in progress */
    seeded_random library;
    size_t next; /* of the inputs found that are no random numbers */
    event_kind moved; /* what the seed may be made of; EVENT_KINDS: nothing */
    int64_t by;
} attempt;

static bool is_event(const stmt *asked_by, event_kind *kind)
{
    return asked_by && asked_by->kind == STMT_INPUT && event_kind_of(asked_by->name, kind);
}

static bool is_clock(event_kind k) { return k == EVENT_TIME || k == EVENT_PID || k == EVENT_CLOCK; }

bool real_inputs_agree(const program *p, const run_result *r)
{
    for (size_t i = 0; i < r->used.size; i++) {
        event e;
        if (is_event(r->used.data[i].asked_by, &e.kind) && rat_to_int64(term_number(program_terms(p), r->used.data[i].value), &e.value) && !event_is_real(e)) return false;
    }
    return seeded_random_agrees(p, r);
}

/* What a seed may be made of; EVENT_KINDS: there is no such input, or no random number. */
static event_kind find_moved(const run_result *r)
{
    event_kind first = EVENT_KINDS, kind;
    bool is_random = false;
    for (size_t i = 0; i < r->used.size; i++) {
        if (!is_event(r->used.data[i].asked_by, &kind)) continue;
        is_random |= kind == EVENT_RAND;
        if (first == EVENT_KINDS && is_clock(kind)) first = kind;
    }
    return is_random ? first : EVENT_KINDS;
}

/* All of a kind by the same distance: they stay in their order. */
static term make_real(const attempt *a, event_kind kind, term value)
{
    event real = {.kind = kind};
    if (!rat_to_int64(term_number(a->ts, value), &real.value) || !event_is_real(real)) real.value = event_some_real(kind);
    if (kind == a->moved) real.value += a->by;
    return event_is_real(real) ? term_mk_int(a->ts, real.value) : value;
}

/* Where the run has gone another way and asks for something else, the interpreter ends it. */
static term choose(void *user, const stmt *asked_by, sort s, term low, term high)
{
    attempt *a = user;
    (void)s;
    (void)low;
    (void)high;
    if (seeded_random_is_asked(asked_by)) return term_mk_int(a->ts, seeded_random_next(&a->library, a->run));
    while (a->next < a->found->used.size && seeded_random_is_asked(a->found->used.data[a->next].asked_by)) a->next++;
    if (a->next == a->found->used.size) return TERM_NONE;
    term value = a->found->used.data[a->next++].value;
    event_kind kind;
    return is_event(asked_by, &kind) && is_clock(kind) ? make_real(a, kind, value) : value;
}

static void run_once(const program *p, attempt *a, interpret_options options, run_result *r)
{
    a->run = r;
    a->next = 0;
    seeded_random_begin(&a->library);
    options.choose = choose;
    options.user = a;
    interpret(p, &options, r);
}

bool real_inputs_search(const program *p, const run_result *found, const interpret_options *options, real_inputs_accept *accept, void *user, term_vec *inputs)
{
    attempt a = {.ts = program_terms(p), .found = found, .moved = find_moved(found)};
    interpret_options o = *options;
    o.limits = limits_within(&options->limits, SECONDS);
    bool is_accepted = false;
    for (a.by = 0; a.by < (a.moved == EVENT_KINDS ? 1 : MOST_SEEDS) && !is_accepted && !limits_is_over(&o.limits); a.by++) {
        run_result r;
        run_result_init(&r);
        run_once(p, &a, o, &r);
        is_accepted = accept(user, &r);
        if (is_accepted) term_vec_clear(inputs);
        for (size_t i = 0; is_accepted && i < r.used.size; i++) term_vec_push(inputs, r.used.data[i].value);
        run_result_release(&r);
    }
    return is_accepted;
}

typedef struct same_goals {
    size_t n;
    const bool *goals;
    bool *reached;
} same_goals;

static bool reaches_same(void *user, const run_result *r)
{
    same_goals *s = user;
    bool all = true;
    (void)r;
    for (size_t g = 0; g < s->n; g++) all &= !s->goals[g] || s->reached[g];
    memset(s->reached, 0, s->n);
    return all;
}

void real_inputs_same_goals(const program *p, const interpret_options *options, const bool *goals, run_result *r)
{
    size_t n = program_goal_count(p);
    same_goals s = {n, goals, alloc_zeroed(n + 1, sizeof *s.reached)};
    interpret_options o = *options;
    term_vec inputs;
    term_vec_init(&inputs);
    o.reached = s.reached;
    o.n_inputs = 0;
    if (!real_inputs_agree(p, r) && real_inputs_search(p, r, &o, reaches_same, &s, &inputs)) {
        run_result_release(r);
        run_result_init(r);
        o.inputs = inputs.data;
        o.n_inputs = inputs.size;
        interpret(p, &o, r);
    }
    term_vec_release(&inputs);
    free(s.reached);
}
