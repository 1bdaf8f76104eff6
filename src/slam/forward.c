#include "slam/inside.h"

#include <stdlib.h>

/* SLAM's direction: from where main begins to what fails. `reach` has for each cut point the states that a run may come to it in, over its procedure's predicates; a
 * post is the cover of the states at the end of a segment, the way between two cut points. So the Boolean program is explored as it runs, while the formula of
 * a segment is the one that goes backwards, too (slam_wp_from_to).
 *
 * Calls have two parts. What a callee leaves is its summary, wp_E in the view HOARE_ENDS, which makes a step whenever `reach` does. What happens in it is explored from
 * its cut points on, for all callers together. At the fixed point the complement of `reach` is closed under wp_E, and so is an outline like any other. */

term slam_states_at(const slam *s, const while_stmt *cut, uint32_t step)
{
    return cut ? slam_at_step(s, cut, HOARE_FAILS, step) : step ? term_false(s->ts) : term_true(s->ts);
}

static const while_proc *proc_of(const slam *s, const while_stmt *cut) { return cut ? s->frame.procs[cut->id] : while_main(s->program); }

/* The symbols of the beginning get other names, and those of the end, which are primed, their own. */
static term look_back(slam *s, const slam_segment *g, term t)
{
    const term_vec *x = &s->frame.symbols[proc_of(s, g->from)->index], *end = &s->frame.symbols[proc_of(s, g->to)->index];
    const term_vec *prime = &s->frame.primes[proc_of(s, g->to)->index];
    substitution *map = substitution_new(s->ts);
    for (size_t i = 0; i < x->size; i++) substitution_set(map, x->data[i], term_mk_fresh(s->ts, "before", term_sort(s->ts, x->data[i])));
    for (size_t i = 0; i < end->size; i++) substitution_set(map, prime->data[i], end->data[i]);
    t = substitution_apply(map, t);
    substitution_free(map);
    return t;
}

term slam_segment_ways(slam *s, slam_wp *w, const slam_segment *g)
{
    slam_wp_aim(w, g->to, HOARE_FAILS, 0);
    term way = g->from ? slam_wp_from_to(w, g->from, HOARE_FAILS, 0) : slam_wp_to_target(w, 0);
    return term_is_equal(way, term_false(s->ts)) ? way : term_mk_and2(s->ts, way, hoare_background(&s->outline, proc_of(s, g->from)));
}

/* Joined to what was there: the cover of where the segment leads. True if that is more. */
static bool post(slam *s, const slam_segment *g, uint32_t step, slam_set *reach)
{
    term states = slam_states_at(s, g->from, step);
    if (term_is_equal(states, term_false(s->ts)) || limits_is_over(&s->options->limits)) return false;
    term way = slam_segment_ways(s, &s->onward, g);
    if (term_is_equal(way, term_false(s->ts))) return false;
    term_vec predicates;
    term_vec_init(&predicates);
    slam_predicates_at(s, g->to, HOARE_FAILS, &predicates);
    slam_set found = slam_ec(s->cover, predicates.data, predicates.size, look_back(s, g, term_mk_and2(s->ts, states, way)), *reach);
    term_vec_release(&predicates);
    bool is_more = !slam_set_within(s->cover, found, *reach);
    if (is_more) *reach = slam_set_or(s->cover, *reach, found);
    return is_more;
}

/* Has something new come to the cut point with this step, or has a summary changed? Otherwise its posts are known. */
static bool is_fresh(const slam *s, const while_stmt *cut, uint32_t step, bool has_new_summaries)
{
    if (has_new_summaries || !step || !cut) return has_new_summaries || !step;
    return !term_is_equal(slam_states_at(s, cut, step), slam_states_at(s, cut, step - 1));
}

/* All posts of one step. Main begins at each of them again if a summary has changed. False: nothing is new. */
static bool posts(slam *s, slam_set *reach, uint32_t step, bool has_new_summaries)
{
    bool any = false;
    for (size_t to = 0; to < s->program->n_stmts; to++) {
        if (!slam_has_cut(s, to, HOARE_FAILS)) continue;
        slam_segment g = {.to = s->frame.stmts[to]};
        if (is_fresh(s, NULL, step, has_new_summaries)) any = post(s, &g, 0, &reach[to]) || any;
        for (size_t from = 0; from < s->program->n_stmts; from++) {
            g.from = s->frame.stmts[from];
            if (slam_has_cut(s, from, HOARE_FAILS) && is_fresh(s, g.from, step, has_new_summaries)) any = post(s, &g, step, &reach[to]) || any;
        }
    }
    return any;
}

term slam_failure_from(slam *s, slam_wp *w, const while_stmt *cut, uint32_t step)
{
    if (!cut) return slam_wp_main(w, 0);
    term states = slam_states_at(s, cut, step);
    if (term_is_equal(states, term_false(s->ts))) return states;
    return term_mk_and2(s->ts, term_mk_and2(s->ts, states, hoare_background(&s->outline, proc_of(s, cut))), slam_wp_through(w, cut, HOARE_FAILS, 0));
}

static smt_result may_fail_at(slam *s, uint32_t step)
{
    term all = slam_failure_from(s, &s->abstract, NULL, step);
    smt_result r = smt_check(s->solver, &all, 1);
    for (size_t i = 0; i < s->program->n_stmts && r == SMT_UNSAT; i++) {
        if (!slam_has_cut(s, i, HOARE_FAILS)) continue;
        term t = slam_failure_from(s, &s->abstract, s->frame.stmts[i], step);
        if (!term_is_equal(t, term_false(s->ts))) r = smt_check(s->solver, &t, 1);
    }
    return r;
}

/* `reach` goes to the history, and is told, as it was after this step. */
static void remember(slam *s, const slam_set *reach, uint32_t step)
{
    bool tells = step && s->options->explains && !s->is_silent;
    if (tells) slam_tell(s, "  post_E, step %u\n", step);
    for (int v = 0; v < HOARE_VIEWS; v++)
        for (size_t i = 0; i < s->program->n_stmts; i++) {
            bool is_reach = v == HOARE_FAILS && slam_has_cut(s, i, HOARE_FAILS);
            term_vec_push(&s->history, is_reach ? slam_set_term(s->cover, reach[i], false) : s->terms[v][i]);
            if (!tells || !slam_has_cut(s, i, (hoare_view)v)) continue;
            slam_tell(s, "    ");
            slam_tell_place(s, s->frame.stmts[i], (hoare_view)v);
            slam_tell_term(s, ": ", slam_set_term(s->cover, is_reach ? reach[i] : s->sets[v][i], true));
        }
}

/* What is never reached may fail. */
static void complement(slam *s, const slam_set *reach)
{
    for (size_t i = 0; i < s->program->n_stmts; i++) {
        if (!slam_has_cut(s, i, HOARE_FAILS)) continue;
        s->sets[HOARE_FAILS][i] = slam_set_not(s->cover, reach[i]);
        s->terms[HOARE_FAILS][i] = slam_set_term(s->cover, s->sets[HOARE_FAILS][i], false);
    }
    slam_wp_forget(&s->abstract);
}

/* A failure after so many steps uses summaries of the depth at which they last changed: as many cut points more may be passed. */
static slam_phase explore(slam *s, slam_set *reach, uint32_t *k)
{
    bool has_new_summaries = false;
    for (uint32_t step = 0, depth = 0;; step++) {
        *k = step + depth;
        if (limits_is_over(&s->options->limits)) s->failure = "out of time";
        if (s->options->max_bound && *k > s->options->max_bound) s->failure = "the bound is reached";
        if (s->failure) return SLAM_IS_OVER;
        if (s->options->progress) s->options->progress(s->options->user, "exploring", (int64_t)step);
        remember(s, reach, step);
        smt_result r = may_fail_at(s, step);
        if (r == SMT_SAT) return SLAM_MAY_FAIL;
        if (r == SMT_UNKNOWN) {
            s->failure = limits_is_over(&s->options->limits) ? "out of time" : "the solver does not decide whether main may fail";
            return SLAM_IS_OVER;
        }
        bool is_more = posts(s, reach, step, has_new_summaries);
        has_new_summaries = slam_step(s, HOARE_ENDS);
        slam_wp_forget(&s->onward);
        if (has_new_summaries) depth = step + 1;
        if (!is_more && !has_new_summaries && !limits_is_over(&s->options->limits)) return SLAM_IS_SAFE;
    }
}

slam_phase slam_forward(slam *s, uint32_t *k)
{
    slam_forget_sets(s);
    slam_wp_forget(&s->onward);
    slam_set *reach = alloc_zeroed(s->program->n_stmts + 1, sizeof *reach);
    slam_phase found = explore(s, reach, k);
    if (found == SLAM_IS_SAFE) complement(s, reach);
    free(reach);
    return found;
}
