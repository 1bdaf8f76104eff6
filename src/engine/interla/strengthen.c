/* Fig. 3: inductive strengthening. It is no use of logic/houdini.h, whose candidates are conjuncts of what holds where an edge leads to: labels of a place are disjuncts of
 * what is blocked there, and one that is dropped takes from those before it what they rest on. */

#include "engine/interla/session.h"

typedef struct candidate {
    uint32_t kind, location, label;
    uint32_t checked; /* the sweep in which it was found justified; 0 = never */
} candidate;
VEC_DECLARE(candidate_vec, candidate);

/* The labels of a location that are not dropped, as a formula. */
static term label_of(interla *s, uint32_t kind, uint32_t location)
{
    if (s->graph.kinds.data[kind].distance.data[location] == INTERLA_NONE) return term_true(s->ts);
    const u32_vec *labels = interla_labels_at(&s->labels, interla_at_location(kind, location));
    term_vec all;
    term_vec_init(&all);
    for (size_t i = 0; i < labels->size; i++) {
        const interla_label *l = interla_label_get(&s->labels, labels->data[i]);
        if (!l->is_dropped) term_vec_push(&all, l->formula);
    }
    term t = term_mk_or(s->ts, all.data, all.size);
    term_vec_release(&all);
    return t;
}

/* Is a label of the place, under s->at_target, obviously entailed? */
static bool is_covered(interla *s, uint64_t place, term before)
{
    const u32_vec *labels = interla_labels_at(&s->labels, place);
    for (size_t i = 0; i < labels->size; i++) {
        const interla_label *l = interla_label_get(&s->labels, labels->data[i]);
        if (!l->is_dropped && interla_formula_covers(s->ts, substitution_apply(s->at_target, l->formula), before)) return true;
    }
    return false;
}

/* formula & edge => labels of the target. */
static bool is_justified_on(interla *s, uint32_t kind, term formula, const interla_edge *e)
{
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, formula);
    term_vec_append(&parts, e->guard.data, e->guard.size);
    if (e->call.kind != INTERLA_NONE) {
        const interla_kind *callee = &s->graph.kinds.data[e->call.kind];
        interla_enter_target(s, callee->entry, e->call.args.data, e->call.kind, callee->returned.data);
        term_vec_push(&parts, term_mk_not(s->ts, substitution_apply(s->at_target, label_of(s, e->call.kind, callee->entry))));
    }
    interla_enter_target(s, e->target, e->args.data, kind, NULL);
    term before = term_mk_and(s->ts, parts.data, parts.size);
    term_vec_release(&parts);
    if (is_covered(s, interla_at_location(kind, e->target), before)) return true;
    term after = substitution_apply(s->at_target, label_of(s, kind, e->target));
    return smt_entails(s->scratch, before, after) == SMT_UNSAT;
}

static bool is_justified_at_exit(interla *s, uint32_t kind, uint32_t location, term formula)
{
    const interla_kind *k = &s->graph.kinds.data[kind];
    if (kind == INTERLA_MAIN || location != k->exit) return true;
    term left = dag_substitute(s->ts, formula, k->results.data, s->graph.locations.data[location].params.data, k->results.size);
    return smt_entails(s->scratch, left, term_false(s->ts)) == SMT_UNSAT;
}

static bool is_justified(interla *s, const candidate *c)
{
    term formula = interla_label_get(&s->labels, c->label)->formula;
    const u32_vec *out = &s->graph.locations.data[c->location].out;
    if (!is_justified_at_exit(s, c->kind, c->location, formula)) return false;
    for (size_t i = 0; i < out->size; i++) {
        const interla_edge *e = interla_edge_at(s, out->data[i]);
        if (!interla_edge_is_in(&s->graph, c->kind, e) || (e->target == INTERLA_GOAL && !s->is_open[out->data[i]])) continue;
        if (!is_justified_on(s, c->kind, formula, e)) return false;
    }
    return true;
}

static void collect_candidates(interla *s, candidate_vec *out)
{
    for (uint32_t k = 0; k < s->graph.kinds.size; k++)
        for (uint32_t l = 0; l < s->graph.locations.size; l++) {
            if (s->graph.kinds.data[k].distance.data[l] == INTERLA_NONE) continue;
            const u32_vec *labels = interla_labels_at(&s->labels, interla_at_location(k, l));
            for (size_t i = 0; i < labels->size; i++)
                if (interla_label_get(&s->labels, labels->data[i])->bounds) candidate_vec_push(out, (candidate){.kind = k, .location = l, .label = labels->data[i]});
        }
}

/* Has a label been dropped, in the sweep in which the candidate was checked or later, on which it may depend? */
static bool needs_check(const interla *s, const candidate *c, const u32_vec *dropped)
{
    if (!c->checked) return true;
    size_t n = s->graph.locations.size;
    const u32_vec *out = &s->graph.locations.data[c->location].out;
    for (size_t i = 0; i < out->size; i++) {
        const interla_edge *e = interla_edge_at(s, out->data[i]);
        if (dropped->data[c->kind * n + e->target] >= c->checked) return true;
        if (e->call.kind == INTERLA_NONE) continue;
        if (dropped->data[e->call.kind * n + s->graph.kinds.data[e->call.kind].entry] >= c->checked) return true;
    }
    return false;
}

/* Drops labels until all that are left are justified. */
static void drop_unjustified(interla *s, candidate_vec *all)
{
    u32_vec dropped; /* by kind and location: the last sweep that dropped a label there */
    u32_vec_init(&dropped);
    u32_vec_resize(&dropped, s->graph.kinds.size * s->graph.locations.size);
    bool changed = true;
    for (uint32_t sweep = 1; changed && !interla_is_over(s); sweep++) {
        changed = false;
        for (size_t i = 0; i < all->size && !interla_is_over(s); i++) {
            candidate *c = &all->data[i];
            interla_label *l = &s->labels.all.data[c->label];
            if (l->is_dropped || !needs_check(s, c, &dropped)) continue;
            c->checked = sweep;
            if (is_justified(s, c)) continue;
            dropped.data[c->kind * s->graph.locations.size + c->location] = sweep;
            l->is_dropped = changed = true;
        }
    }
    u32_vec_release(&dropped);
}

bool interla_strengthen(interla *s)
{
    candidate_vec all;
    candidate_vec_init(&all);
    collect_candidates(s, &all);
    drop_unjustified(s, &all);
    bool proved = false;
    for (size_t i = 0; i < all.size; i++) {
        interla_label *l = &s->labels.all.data[all.data[i].label];
        bool kept = !l->is_dropped && !s->is_over;
        l->is_dropped = false;
        if (!kept) continue;
        l->bounds = 0;
        stats_count(s->stats, interla_kept);
        proved |= all.data[i].location == INTERLA_INIT && all.data[i].kind == INTERLA_MAIN;
    }
    candidate_vec_release(&all);
    return proved;
}
