#include "slam/inside.h"

#include <stdlib.h>

/* One run of bwp_E, segment by segment: from the beginning of main, or from a cut point and a cube of predicates there, to the next cut points. The solver's model
 * of a segment says how it decides, and where it arrives. */

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

/* The predicates at a cut point that the model arrives at. */
static term cube_at(tracer *t, const while_stmt *cut, hoare_view v)
{
    slam *s = t->s;
    const while_proc *p = s->frame.procs[cut->id];
    term_vec predicates;
    term_vec_init(&predicates);
    slam_predicates_at(s, cut, v, &predicates);
    term cube = term_true(s->ts);
    for (size_t i = 0; i < predicates.size; i++) {
        term primed = dag_substitute(s->ts, predicates.data[i], s->frame.symbols[p->index].data, s->frame.primes[p->index].data, s->frame.symbols[p->index].size);
        term value = smt_value(s->solver, primed);
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
                arrival_vec_push(&t->work, (arrival){at, (hoare_view)v, level, cube_at(t, at, (hoare_view)v)});
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

bool slam_choose_trace(slam *s, uint32_t k, u64_map *decided)
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
