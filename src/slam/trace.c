#include "slam/inside.h"

#include <stdlib.h>

/* Backwards: one run of bwp_E, segment by segment: from the beginning of main, or from a cut point and a cube of predicates there, to the next cut points. The solver's model
 * of a segment says how it decides, and where it arrives.
 *
 * Forwards: a failure that was found, and then from the end to the beginning a segment that has led there. */

typedef struct arrival {
    const while_stmt *cut; /* NULL: the beginning of main */
    hoare_view view;
    uint32_t level;
    term cube;
} arrival;
VEC_DECLARE(arrival_vec, arrival);

typedef struct tracer {
    slam *s;
    slam_wp wp; /* with a symbol for each decision, and one that a cut point is reached */
    u64_map *decided;
    arrival_vec work;
} tracer;

static term reaches(slam *s, const while_stmt *cut, hoare_view v, uint32_t level)
{
    text name;
    text_init(&name);
    text_printf(&name, "?at %llu", (unsigned long long)slam_wp_decision(&s->frame, cut, v, level)); /* begins like those of decisions: instances share it */
    term t = term_mk_sym(s->ts, name.data, sort_bool(s->ts));
    text_release(&name);
    return t;
}

/* The state is the primed one, and within what wp_E had there. */
static term arrive(void *user, const while_stmt *cut, hoare_view v, uint32_t level)
{
    tracer *t = user;
    slam *s = t->s;
    if (!level) return term_false(s->ts);
    const while_proc *p = s->frame.procs[cut->id];
    term all = slam_at_step(s, cut, v, level);
    if (term_is_equal(all, term_false(s->ts))) return all;
    all = term_mk_and2(s->ts, all, reaches(s, cut, v, level));
    for (size_t i = 0; i < slam_frame_count(&s->frame, p, v); i++)
        all = term_mk_and2(s->ts, all, term_mk_eq(s->ts, s->frame.symbols[p->index].data[i], s->frame.primes[p->index].data[i]));
    return all;
}

static term with_primes(const slam *s, const while_proc *p, term t)
{
    return dag_substitute(s->ts, t, s->frame.symbols[p->index].data, s->frame.primes[p->index].data, s->frame.symbols[p->index].size);
}

/* The predicates at a cut point in the model: of the state X', or of X. */
static term cube_at(slam *s, const while_stmt *cut, hoare_view v, bool is_primed)
{
    const while_proc *p = s->frame.procs[cut->id];
    term_vec predicates;
    term_vec_init(&predicates);
    slam_predicates_at(s, cut, v, &predicates);
    term cube = term_true(s->ts);
    for (size_t i = 0; i < predicates.size; i++) {
        term value = smt_value(s->solver, is_primed ? with_primes(s, p, predicates.data[i]) : predicates.data[i]);
        if (term_is_none(value)) continue;
        bool holds = term_is_equal(value, term_true(s->ts));
        cube = term_mk_and2(s->ts, cube, holds ? predicates.data[i] : term_mk_not(s->ts, predicates.data[i]));
    }
    term_vec_release(&predicates);
    return cube;
}

static bool is_true(const slam *s, term symbol) { return term_is_equal(smt_value(s->solver, symbol), term_true(s->ts)); }

/* What the model says of the segment's level: decisions, and cut points at it. What is on no way does no harm. */
static void read_model(tracer *t, uint32_t level)
{
    slam *s = t->s;
    for (size_t i = 0; i < s->program->n_stmts; i++)
        for (int v = 0; v < HOARE_VIEWS; v++) {
            const while_stmt *at = s->frame.stmts[i];
            if (!at) continue;
            bool added = false, decides = at->kind == WHILE_IF || at->kind == WHILE_LOOP;
            uint32_t *d = decides ? u64_map_put(t->decided, slam_wp_decision(&s->frame, at, (hoare_view)v, level), &added) : NULL;
            if (added) *d = is_true(s, slam_wp_choice(&s->frame, at, (hoare_view)v, level)) ? DECIDED_YES : DECIDED_NO;
            if (level && slam_has_cut(s, i, (hoare_view)v) && is_true(s, reaches(s, at, (hoare_view)v, level)))
                arrival_vec_push(&t->work, (arrival){at, (hoare_view)v, level, cube_at(s, at, (hoare_view)v, true)});
        }
}

static void follow(tracer *t, const arrival *from, uint32_t k)
{
    slam *s = t->s;
    uint32_t level = from->cut ? from->level - 1 : k;
    term way = from->cut ? slam_wp_through(&t->wp, from->cut, from->view, level) : slam_wp_main(&t->wp, level);
    term both[2] = {way, from->cube};
    if (smt_check(s->solver, both, 2) == SMT_SAT || smt_check(s->solver, &way, 1) == SMT_SAT) read_model(t, level);
}

static bool choose_of_bwp(slam *s, uint32_t k, u64_map *decided)
{
    tracer t = {.s = s, .decided = decided};
    slam_wp_init(&t.wp, &s->frame, arrive, &t);
    t.wp.asks = true;
    arrival_vec_push(&t.work, (arrival){.cube = term_true(s->ts)});
    for (size_t i = 0; i < t.work.size && !limits_is_over(&s->options->limits); i++) {
        arrival now = t.work.data[i];
        follow(&t, &now, k);
    }
    arrival_vec_release(&t.work);
    slam_wp_release(&t.wp);
    return decided->size > 0;
}

/* ---- forwards ---- */

typedef struct forward_trace {
    slam *s;
    slam_wp wp; /* asks */
    const while_stmt *at; /* the cut point that the part known so far begins at; NULL: main */
    term cube; /* there */
    uint32_t step;
    u64_map *decided;
    u32_vec decisions; /* of the segments, from the last to the first: DECIDED_..., by view and statement */
} forward_trace;

static term summary_at(void *user, const while_stmt *cut, hoare_view v, uint32_t level)
{
    const slam *s = user;
    (void)level;
    return v == HOARE_ENDS ? s->terms[v][cut->id] : term_false(s->ts);
}

static void read_decisions(forward_trace *t)
{
    slam *s = t->s;
    for (int v = 0; v < HOARE_VIEWS; v++)
        for (size_t i = 0; i < s->program->n_stmts; i++) {
            const while_stmt *at = s->frame.stmts[i];
            bool decides = at && (at->kind == WHILE_IF || at->kind == WHILE_LOOP);
            u32_vec_push(&t->decisions, decides && is_true(s, slam_wp_choice(&s->frame, at, (hoare_view)v, 0)) ? DECIDED_YES : DECIDED_NO);
        }
}

/* The trace begins at `from` instead, if `way` and `end` are possible together. */
static bool begin_at(forward_trace *t, const while_stmt *from, term way, term end)
{
    slam *s = t->s;
    term both[2] = {way, end};
    if (term_is_equal(way, term_false(s->ts)) || smt_check(s->solver, both, 2) != SMT_SAT) return false;
    read_decisions(t);
    t->cube = from ? cube_at(s, from, HOARE_FAILS, false) : term_true(s->ts);
    t->at = from;
    return true;
}

static bool find_failure(forward_trace *t)
{
    slam *s = t->s;
    if (begin_at(t, NULL, slam_failure_from(s, &t->wp, NULL, t->step), term_true(s->ts))) return true;
    for (size_t i = 0; i < s->program->n_stmts; i++)
        if (slam_has_cut(s, i, HOARE_FAILS) && begin_at(t, s->frame.stmts[i], slam_failure_from(s, &t->wp, s->frame.stmts[i], t->step), term_true(s->ts))) return true;
    return false;
}

static bool begin_earlier(forward_trace *t, const while_stmt *from, term end)
{
    slam *s = t->s;
    slam_segment g = {from, t->at};
    return begin_at(t, from, term_mk_and2(s->ts, slam_states_at(s, from, from ? t->step : 0), slam_segment_ways(s, &t->wp, &g)), end);
}

/* A segment to the cut point that the trace begins at, from what the step before had reached. */
static bool find_segment(forward_trace *t, term end)
{
    slam *s = t->s;
    if (begin_earlier(t, NULL, end)) return true;
    for (size_t i = 0; i < s->program->n_stmts; i++)
        if (slam_has_cut(s, i, HOARE_FAILS) && begin_earlier(t, s->frame.stmts[i], end)) return true;
    return false;
}

/* The step that first reached the beginning of the trace; of a Cartesian cover the cube may be out of reach. */
static bool extend(forward_trace *t)
{
    slam *s = t->s;
    for (uint32_t step = 1; step <= t->step; step++) {
        term both[2] = {t->cube, slam_states_at(s, t->at, step)};
        if (smt_check(s->solver, both, 2) != SMT_SAT) continue;
        t->step = step - 1;
        return find_segment(t, with_primes(s, s->frame.procs[t->at->id], t->cube)) || find_segment(t, term_true(s->ts));
    }
    return false;
}

/* Main's segment has the level k, the next one a level less, and so on. */
static void give_levels(forward_trace *t, uint32_t k)
{
    slam *s = t->s;
    size_t n = s->program->n_stmts, each = n * HOARE_VIEWS, segments = t->decisions.size / each;
    for (size_t g = 0; g < segments && g <= k; g++)
        for (size_t i = 0; i < each; i++) {
            const while_stmt *at = s->frame.stmts[i % n];
            if (!at || (at->kind != WHILE_IF && at->kind != WHILE_LOOP)) continue;
            *u64_map_put(t->decided, slam_wp_decision(&s->frame, at, (hoare_view)(i / n), k - (uint32_t)g), NULL) = t->decisions.data[(segments - 1 - g) * each + i];
        }
}

static bool choose_of_explored(slam *s, uint32_t k, u64_map *decided)
{
    forward_trace t = {.s = s, .decided = decided, .step = (uint32_t)(s->history.size / (HOARE_VIEWS * s->program->n_stmts)) - 1};
    slam_wp_init(&t.wp, &s->frame, summary_at, s);
    t.wp.asks = true;
    bool found = find_failure(&t);
    while (found && t.at && !limits_is_over(&s->options->limits)) found = extend(&t);
    if (found && !t.at) give_levels(&t, k);
    u32_vec_release(&t.decisions);
    slam_wp_release(&t.wp);
    return decided->size > 0;
}

bool slam_choose_trace(slam *s, uint32_t k, u64_map *decided)
{
    return s->options->forward ? choose_of_explored(s, k, decided) : choose_of_bwp(s, k, decided);
}
