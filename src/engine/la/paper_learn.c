/* What a conflict teaches: interpolants, made stronger where that is possible, and copied to later instances. */

#include "engine/la/paper.h"

#include <stdlib.h>

/* A bound of more disjuncts is left as it is. */
#define MAX_DISJUNCTS 16

term learn_interpolant(paper *s, const term_vec *core)
{
    term_vec prefix, suffix;
    term_vec_init(&prefix);
    term_vec_init(&suffix);
    goal_split(s, core, &prefix, &suffix);
    double begin = limits_now();
    term made = TERM_NONE;
    itp_result r = itp_pair(s->prover, term_mk_and(s->ts, prefix.data, prefix.size), term_mk_and(s->ts, suffix.data, suffix.size), NULL, &made);
    stats_add(s->stats, la_interpolation_seconds, limits_now() - begin);
    term_vec_release(&prefix);
    term_vec_release(&suffix);
    if (r != ITP_FOUND) {
        if (!paper_is_over(s)) s->why = "a goal has no interpolant that could be found";
        return TERM_NONE;
    }
    stats_count(s->stats, la_interpolants);
    return goal_label(s, s->frames.data[s->frames.size - 1].subgoal, made);
}

/* Does every clause keep to the formula at (p, level)? */
static bool holds(paper *s, pred p, uint32_t level, term formula)
{
    const u32_vec *rules = horn_clauses_of(s->h, p);
    bool yes = true;
    for (size_t i = 0; i < rules->size && yes; i++) {
        if (paper_labels(s, rules->data[i], level)) yes = edges_entail(s->edges, rules->data[i], term_true(s->ts), s->labels, formula) == SMT_UNSAT;
    }
    return yes;
}

term learn_generalised(paper *s, pred p, uint32_t level, term bound)
{
    term_vec cases;
    term_vec_init(&cases);
    dag_conjuncts(s->ts, term_mk_not(s->ts, bound), &cases);
    for (size_t i = cases.size; i-- > 0 && cases.size > 1 && cases.size <= MAX_DISJUNCTS;) {
        term dropped = cases.data[i];
        cases.data[i] = term_vec_last(&cases);
        cases.size--;
        term rest = term_mk_not(s->ts, term_mk_and(s->ts, cases.data, cases.size));
        if (holds(s, p, level, rest)) {
            bound = rest;
            continue;
        }
        term_vec_push(&cases, cases.size > i ? cases.data[i] : dropped);
        cases.data[i] = dropped;
    }
    term_vec_release(&cases);
    return bound;
}

/* Changes when an annotation one level below does. */
static uint32_t strength_below(const paper *s, uint32_t level)
{
    size_t n = 0;
    for (uint32_t p = 0; p < horn_pred_count(s->h) && level; p++) n += paper_instance(s, (pred){p}, level - 1)->formulas.size;
    return (uint32_t)n;
}

bool learn_propagated(paper *s, pred p, uint32_t level)
{
    bool any = false;
    for (uint32_t from = 0; from < level; from++) {
        const instance *earlier = paper_instance(s, p, from);
        for (size_t i = 0; i < earlier->formulas.size && !paper_is_over(s); i++) {
            term t = earlier->formulas.data[i];
            if (term_vec_has(&paper_instance(s, p, level)->formulas, t)) continue;
            bool added;
            uint32_t *asked = u64_map_put(&s->asked, (uint64_t)t.id << 32 | (p.id * 4096 + level % 4096), &added), now = strength_below(s, level);
            if (!added && *asked == now) continue;
            *asked = now;
            if (!holds(s, p, level, t)) continue;
            any = paper_strengthen(s, p, level, t) || any;
            stats_count(s->stats, la_propagated);
        }
    }
    return any;
}
