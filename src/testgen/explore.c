#include "testgen/explore.h"

#include "base/map.h"
#include "smt/smt.h"
#include "term/dag.h"
#include "term/eval.h"
#include "testgen/distance.h"

#include <stdlib.h>

/* Of a run, at first; when there is nothing left to try and runs were cut, so many times as many. */
static const size_t FIRST_STEPS = 20 * 1000, MORE_STEPS = 8;
static const size_t MAX_EVENTS = 10 * 1000;
static const double QUERY_SECONDS = 0.3;
/* Candidates of one way, in one run and in all; what a try counts, in branches; how many callers tell one way from another. */
enum { MOST_PER_RUN = 3, MOST_PER_WAY = 64, TRY_COST = 2, CALLERS = 3 };
/* Candidates that are kept of a way that leads to no goal any more, as long as there are not too many: the goal may be wanted again. */
enum { SPARE_PER_WAY = 2, MOST_SPARE = 1000 };
/* Memory that is no object of the program: where pointers from outside point to, so that no two of them meet. */
enum { FOREIGN_FIRST = 1 << 29, FOREIGN_STEP = 1 << 16, FOREIGN_COUNT = 1 << 12 };

typedef struct tried_run {
    concolic_run r;
    size_t number;
    size_t users; /* candidates, and whoever works on it */
    u32_vec symbols; /* of the events, one after the other; empty until they are needed */
    size_vec first_symbol; /* by event, and the end of the last one's */
} tried_run;

/* A run may be left at an event by an alternative. */
typedef struct candidate {
    tried_run *run;
    uint32_t event, alternative;
} candidate;
VEC_DECLARE(candidate_vec, candidate);

/* From a block to another one, or to the violation of a check; on behalf of some callers. */
typedef struct way {
    candidate_vec candidates;
    size_t last_run; /* its number */
    uint32_t of_last_run, tries, spare;
} way;
VEC_DECLARE(way_vec, way);

struct explorer {
    explore_options o;
    explore_effort effort;
    const program *p;
    term_store *ts;
    concolic *concolic;
    distances *distances;
    smt *solver;
    u64_map way_index;
    u64_map seen; /* paths, by hash: of some thousands, no two will have the same */
    way_vec ways;
    u32_map failed; /* questions, as conjunctions */
    u32_map in_slice; /* symbols */
    evaluator *values;
    uint32_t next_foreign;
    size_t max_steps;
    bool has_cut; /* runs, for lack of steps */
    size_t spare; /* candidates */
    double started, last_news; /* in processor time: others on the machine should not end this */
    explore_counts counts;
};

static void release_run(tried_run *run)
{
    assert(run->users);
    if (--run->users) return;
    concolic_run_release(&run->r);
    u32_vec_release(&run->symbols);
    size_vec_release(&run->first_symbol);
    free(run);
}

/* ---- which way next ---- */

/* In branches, from where the alternative leads to a goal that is wanted. */
static uint32_t distance_of(const explorer *x, const candidate *c)
{
    const concolic_run *r = &c->run->r;
    const concolic_event *e = &r->events.data[c->event];
    assert(c->event < r->events.size && c->alternative >= e->first && c->alternative < e->first + e->count);
    const concolic_alternative *a = &r->alternatives.data[c->alternative];
    if (a->is_goal) return x->o.is_wanted(x->o.user, a->goal) ? 0 : DISTANCE_FAR;
    return distances_from(x->distances, r, e->activation, a->target);
}

static way *way_of(explorer *x, const candidate *c)
{
    const concolic_run *r = &c->run->r;
    const concolic_event *e = &r->events.data[c->event];
    const concolic_alternative *a = &r->alternatives.data[c->alternative];
    const concolic_activation *of = &r->activations.data[e->activation];
    uint64_t key = map_hash_mix(map_hash_mix(of->f.id, e->b.id), a->is_goal ? UINT64_C(1) << 32 | a->goal.id : a->target.id);
    for (unsigned i = 0; i < CALLERS && of->caller != UINT32_MAX; i++) {
        key = map_hash_mix(key, of->from.id);
        of = &r->activations.data[of->caller];
        key = map_hash_mix(key, of->f.id);
    }
    bool added;
    uint32_t *at = u64_map_put(&x->way_index, key, &added);
    if (added) {
        *at = (uint32_t)x->ways.size;
        way_vec_push(&x->ways, (way){.tries = 0});
    }
    assert(*at < x->ways.size);
    return &x->ways.data[*at];
}

static void add_candidate(explorer *x, const candidate *c)
{
    if (distance_of(x, c) >= DISTANCE_FAR) return;
    way *w = way_of(x, c);
    if (w->last_run != c->run->number) w->of_last_run = 0;
    w->last_run = c->run->number;
    if (w->of_last_run >= MOST_PER_RUN || w->candidates.size >= MOST_PER_WAY) return;
    w->of_last_run++;
    assert(c->run->users); /* whoever adds it works on the run */
    c->run->users++;
    candidate_vec_push(&w->candidates, *c);
}

/* No two that lead the same way: from the same events to the same alternative. */
static void add_candidates(explorer *x, tried_run *run)
{
    uint64_t path = 0;
    for (uint32_t e = 0; e < run->r.events.size; e++) {
        const concolic_event *event = &run->r.events.data[e];
        for (size_t a = event->first; a < event->first + event->count; a++) {
            bool is_new;
            u64_map_put(&x->seen, map_hash_mix(path, run->r.alternatives.data[a].condition.id), &is_new);
            if (is_new) add_candidate(x, &(candidate){run, e, (uint32_t)a});
        }
        path = map_hash_mix(path, event->condition.id);
    }
}

static void forget(way *w, size_t but)
{
    while (w->candidates.size > but) release_run(candidate_vec_pop(&w->candidates).run);
}

/* There is no goal behind it, for now. */
static void put_aside(explorer *x, way *w)
{
    if (!w->spare && w->candidates.size && x->spare < MOST_SPARE) {
        w->spare = SPARE_PER_WAY;
        x->spare += SPARE_PER_WAY;
    }
    assert(x->spare <= MOST_SPARE + SPARE_PER_WAY);
    forget(w, w->spare);
}

/* The nearest to a goal, if that has not been tried too often. */
static bool choose_candidate(explorer *x, candidate *out)
{
    way *best = NULL;
    uint32_t best_cost = DISTANCE_FAR;
    for (size_t i = 0; i < x->ways.size; i++) {
        way *w = &x->ways.data[i];
        if (!w->candidates.size) continue;
        uint32_t distance = distance_of(x, &w->candidates.data[w->candidates.size - 1]);
        if (distance >= DISTANCE_FAR) put_aside(x, w);
        if (distance >= DISTANCE_FAR || distance + TRY_COST * w->tries >= best_cost) continue;
        best = w;
        best_cost = distance + TRY_COST * w->tries;
    }
    if (!best) return false;
    assert(best->candidates.size && best_cost < DISTANCE_FAR);
    best->tries++;
    *out = candidate_vec_pop(&best->candidates);
    return true;
}

/* ---- runs ---- */

static term next_foreign(explorer *x)
{
    return term_mk_int(x->ts, FOREIGN_FIRST + (int64_t)FOREIGN_STEP * (x->next_foreign++ % FOREIGN_COUNT));
}

static bool is_below(const term_store *ts, term a, term b) { return !term_is_none(a) && !term_is_none(b) && rat_cmp(term_number(ts, a), term_number(ts, b)) < 0; }

/* What is asked for behind the inputs that are given: memory from outside, otherwise values near 0. */
static term choose_value(void *user, sort s, term low, term high, bool is_pointer)
{
    explorer *x = user;
    term v = is_pointer ? next_foreign(x) : eval_default(x->ts, s);
    if (sort_kind_of(x->ts, s) != SORT_INT) return v;
    return is_below(x->ts, v, low) ? low : is_below(x->ts, high, v) ? high : v;
}

static void try_inputs(explorer *x, const term_vec *inputs)
{
    tried_run *run = alloc_zeroed(1, sizeof *run);
    run->users = 1;
    concolic_run_init(&run->r);
    concolic_options o = {.inputs = inputs->data, .n_inputs = inputs->size, .choose = choose_value, .user = x, .max_steps = x->max_steps,
                        .max_events = MAX_EVENTS, .limits = limits_within(&x->effort.limits, x->effort.patience)};
    concolic_execute(x->concolic, &o, &run->r);
    run->number = ++x->counts.runs;
    x->has_cut |= run->r.end == RUN_OUT_OF_STEPS;
    bool is_new = false;
    for (size_t i = 0; i < run->r.visits.size && !is_new; i++) is_new = x->o.is_wanted(x->o.user, run->r.visits.data[i].goal);
    if (is_new) {
        x->o.found(x->o.user, &run->r);
        x->last_news = limits_work();
        distances_update(x->distances, x->o.is_wanted, x->o.user);
    }
    add_candidates(x, run);
    release_run(run);
}

/* ---- what to solve ---- */

static void find_symbols(const explorer *x, tried_run *run)
{
    if (run->first_symbol.size) return;
    term_vec symbols;
    term_vec_init(&symbols);
    for (size_t i = 0; i < run->r.events.size; i++) {
        size_vec_push(&run->first_symbol, run->symbols.size);
        term_vec_clear(&symbols);
        dag_symbols(x->ts, &run->r.events.data[i].condition, 1, &symbols);
        for (size_t k = 0; k < symbols.size; k++) u32_vec_push(&run->symbols, symbols.data[k].id);
    }
    size_vec_push(&run->first_symbol, run->symbols.size);
    assert(run->first_symbol.size == run->r.events.size + 1);
    term_vec_release(&symbols);
}

static void add_to_slice(explorer *x, term t)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(x->ts, &t, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++) u32_map_put(&x->in_slice, symbols.data[i].id, NULL);
    term_vec_release(&symbols);
}

/* The event says something about symbols of the slice: then all of its symbols belong to it. With `is_narrow` only what it says of one. */
static bool join_slice(explorer *x, const tried_run *run, size_t event, bool is_narrow)
{
    assert(event + 1 < run->first_symbol.size);
    size_t first = run->first_symbol.data[event], end = run->first_symbol.data[event + 1];
    bool joins = false;
    if (is_narrow && end > first + 1) return false;
    for (size_t i = first; i < end && !joins; i++) joins = u32_map_find(&x->in_slice, run->symbols.data[i]) != NULL;
    for (size_t i = first; i < end && joins; i++) u32_map_put(&x->in_slice, run->symbols.data[i], NULL);
    return joins;
}

static void add_range(explorer *x, const concolic_symbol *s, term_vec *out)
{
    if (!term_is_none(s->low)) term_vec_push(out, term_mk_ge(x->ts, s->symbol, s->low));
    if (!term_is_none(s->high)) term_vec_push(out, term_mk_le(x->ts, s->symbol, s->high));
}

/* What inputs must satisfy that lead to the event and then leave by the alternative, as far as that shares inputs with it; with `is_narrow`
 * only the alternative, and what holds of each of its inputs. The slice is the symbols in it. */
static term question_of(explorer *x, const candidate *c, bool is_narrow)
{
    tried_run *run = c->run;
    term_vec parts;
    term_vec_init(&parts);
    term condition = run->r.alternatives.data[c->alternative].condition;
    find_symbols(x, run);
    u32_map_clear(&x->in_slice);
    add_to_slice(x, condition);
    bool *joined = alloc_zeroed(c->event + 1, sizeof *joined);
    for (size_t before = 0; before != x->in_slice.size;) {
        before = x->in_slice.size;
        for (size_t i = c->event; i-- > 0;) joined[i] = joined[i] || join_slice(x, run, i, is_narrow);
    }
    term_vec_push(&parts, condition);
    for (size_t i = 0; i < c->event; i++)
        if (joined[i]) term_vec_push(&parts, run->r.events.data[i].condition);
    for (size_t i = 0; i < run->r.symbols.size; i++)
        if (u32_map_find(&x->in_slice, run->r.symbols.data[i].symbol.id)) add_range(x, &run->r.symbols.data[i], &parts);
    term question = term_mk_and(x->ts, parts.data, parts.size);
    term_vec_release(&parts);
    free(joined);
    return question;
}

static bool is_in_slice(const explorer *x, term t)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(x->ts, &t, 1, &symbols);
    bool all = true;
    for (size_t i = 0; i < symbols.size && all; i++) all = u32_map_find(&x->in_slice, symbols.data[i].id) != NULL;
    term_vec_release(&symbols);
    return all;
}

/* Pointers from outside had better stay where they are in foreign memory, or get there: the program's own objects are no place that a test can
 * name. Appends this for those that are there already, or for the others. */
static void collect_wishes(explorer *x, const tried_run *run, bool are_there, term_vec *out)
{
    for (size_t i = 0; i < run->r.pointers.size; i++) {
        const concolic_pointer *p = &run->r.pointers.data[i];
        bool is_there = !is_below(x->ts, p->now, term_mk_int(x->ts, FOREIGN_FIRST));
        if (is_there == are_there && is_in_slice(x, p->address)) term_vec_push(out, term_mk_eq(x->ts, p->address, is_there ? p->now : next_foreign(x)));
    }
}

/* The inputs of the run up to the event, with the values of the model. */
static void take_model(explorer *x, const candidate *c, term_vec *inputs)
{
    const concolic_run *r = &c->run->r;
    assert(!inputs->size && r->events.data[c->event].n_inputs <= r->inputs.size);
    term_vec_append(inputs, r->inputs.data, r->events.data[c->event].n_inputs);
    for (size_t i = 0; i < r->symbols.size; i++) {
        const concolic_symbol *s = &r->symbols.data[i];
        if (s->input >= inputs->size || !u32_map_find(&x->in_slice, s->symbol.id)) continue;
        assert(term_kind_of(x->ts, s->symbol) == TERM_SYM);
        term v = smt_value(x->solver, s->symbol), *input = &inputs->data[s->input];
        if (term_is_none(v)) continue;
        *input = term_is_none(s->index) ? v : eval_array_store(x->ts, *input, s->index, v);
    }
}

/* Is there a model, and if so, what are the inputs? The slice is the question's. */
static bool ask(explorer *x, const candidate *c, term question, term_vec *inputs)
{
    assert(term_is_bool(x->ts, question));
    term_vec wishes;
    term_vec_init(&wishes);
    collect_wishes(x, c->run, true, &wishes);
    size_t stay = wishes.size;
    collect_wishes(x, c->run, false, &wishes);
    smt_push(x->solver);
    smt_assert(x->solver, question);
    x->counts.queries++;
    bool is_sat = wishes.size && smt_check(x->solver, wishes.data, wishes.size) == SMT_SAT;
    is_sat = is_sat || (stay && stay < wishes.size && smt_check(x->solver, wishes.data, stay) == SMT_SAT);
    is_sat = is_sat || smt_check(x->solver, NULL, 0) == SMT_SAT;
    if (is_sat) take_model(x, c, inputs);
    smt_pop(x->solver, 1);
    term_vec_release(&wishes);
    return is_sat;
}

/* With these inputs, does it hold? The slice becomes the question's. */
static bool holds(explorer *x, const candidate *c, term question, const term_vec *inputs)
{
    const concolic_run *r = &c->run->r;
    evaluator_clear(x->values);
    u32_map_clear(&x->in_slice);
    add_to_slice(x, question);
    for (size_t i = 0; i < r->symbols.size; i++) {
        const concolic_symbol *s = &r->symbols.data[i];
        if (s->input >= inputs->size || !u32_map_find(&x->in_slice, s->symbol.id)) continue;
        term v = inputs->data[s->input];
        evaluator_set(x->values, s->symbol, term_is_none(s->index) ? v : term_mk_select(x->ts, v, s->index));
    }
    bool div0 = false;
    term v = evaluator_eval(x->values, question, &div0);
    return !div0 && term_is_equal(v, term_true(x->ts));
}

/* First the alternative alone: with the other inputs as they are, what it needs mostly fits. */
static bool solve(explorer *x, const candidate *c, term_vec *inputs)
{
    term all = question_of(x, c, false);
    if (u32_map_find(&x->failed, all.id)) return false;
    bool is_sat = ask(x, c, question_of(x, c, true), inputs);
    if (is_sat && !holds(x, c, all, inputs)) {
        term_vec_clear(inputs);
        is_sat = ask(x, c, all, inputs);
    }
    if (!is_sat) u32_map_put(&x->failed, all.id, NULL);
    x->counts.solved += is_sat;
    return is_sat;
}

/* ---- the search ---- */

static bool is_patient(const explorer *x)
{
    return limits_work() - x->last_news < x->effort.patience + x->effort.patience_share * (x->last_news - x->started);
}

static bool is_over(const explorer *x) { return limits_is_over(&x->effort.limits) || !is_patient(x); }

/* Runs of at most max_steps. */
static void search(explorer *x, const term_vec *first)
{
    term_vec inputs;
    term_vec_init(&inputs);
    try_inputs(x, first);
    candidate c;
    while (!is_over(x) && choose_candidate(x, &c)) {
        term_vec_clear(&inputs);
        if (solve(x, &c, &inputs)) try_inputs(x, &inputs);
        release_run(c.run);
    }
    term_vec_release(&inputs);
}

bool explorer_run(explorer *x, const term_vec *inputs, const explore_effort *effort)
{
    assert(x->max_steps == FIRST_STEPS);
    x->effort = *effort;
    double found_for = x->last_news - x->started;
    x->last_news = limits_work();
    x->started = x->last_news - found_for;
    x->has_cut = false;
    distances_update(x->distances, x->o.is_wanted, x->o.user);
    search(x, inputs);
    while (x->has_cut && !is_over(x)) {
        x->max_steps *= MORE_STEPS;
        x->has_cut = false;
        u64_map_clear(&x->seen);
        search(x, inputs);
    }
    x->max_steps = FIRST_STEPS;
    return is_patient(x) && limits_is_over(&x->effort.limits);
}

explorer *explorer_new(const explore_options *options)
{
    assert(options->p && options->is_wanted && options->found);
    explorer *x = alloc_zeroed(1, sizeof *x);
    *x = (explorer){.o = *options, .p = options->p, .ts = program_terms(options->p), .max_steps = FIRST_STEPS};
    x->concolic = concolic_new(x->p);
    x->distances = distances_new(x->p);
    x->solver = smt_new(x->ts, &x->effort.limits, NULL);
    smt_set_query_limit(x->solver, QUERY_SECONDS);
    x->values = evaluator_new(x->ts);
    return x;
}

void explorer_free(explorer *x)
{
    if (!x) return;
    for (size_t i = 0; i < x->ways.size; i++) {
        forget(&x->ways.data[i], 0);
        candidate_vec_release(&x->ways.data[i].candidates);
    }
    way_vec_release(&x->ways);
    u64_map_release(&x->way_index);
    u64_map_release(&x->seen);
    u32_map_release(&x->failed);
    u32_map_release(&x->in_slice);
    evaluator_free(x->values);
    smt_free(x->solver);
    distances_free(x->distances);
    concolic_free(x->concolic);
    free(x);
}

explore_counts explorer_counts(const explorer *x) { return x->counts; }
