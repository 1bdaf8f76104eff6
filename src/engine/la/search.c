#include "engine/la/la.h"
#include "engine/la/facts.h"

#include <stdlib.h>

static verdict search(la *a, const goal *g, uint32_t *found);

/* ---- decide ---- */

/* The edge's solver has a model of the goal with the annotation. The body atom to work on next, in the order of the clause: facts satisfy
 * those before it together with the goal and the annotation of the rest, but with it they do not; n_body if facts suffice for
 * all of them. The edge's solver has a model of that then. False if it does not find out. */
static bool choose_subgoal(la *a, edge *e, const support *s, const term *head, size_t n, size_t *subgoal)
{
    assert(s->n_facts == 0);
    const clause *c = edge_clause(e);
    size_t most = 0;
    while (most < c->n_body && a->places[c->body[most].pred.id].facts.size) most++;
    *subgoal = most;
    if (!most) return true;
    for (;; --*subgoal) {
        support with_facts = *s;
        with_facts.n_facts = (uint32_t)*subgoal;
        smt_result r = edge_check(a, e, &with_facts, head, n, NULL);
        if (r == SMT_SAT) return true;
        if (r == SMT_UNKNOWN || !*subgoal) return false;
    }
}

/* What holds in the model around the chosen body atom: the goal itself, facts before it, the annotation of those after it. */
static void context_formulas(la *a, edge *e, uint32_t level, const term *head, size_t n, size_t subgoal, term_vec *out)
{
    const clause *c = edge_clause(e);
    for (size_t i = 0; i < n; i++) term_vec_push(out, edge_at(e, c->n_body, head[i]));
    for (size_t i = 0; i < c->n_body; i++) {
        if (i == subgoal) continue;
        pred p = c->body[i].pred;
        term_vec_push(out, edge_at(e, i, i < subgoal ? a->places[p.id].facts_formula : annotation(a, p, level)));
    }
}

bool decide(la *a, edge *e, uint32_t level, const term *head, size_t n, size_t subgoal, goal *out)
{
    const clause *c = edge_clause(e);
    assert(subgoal < c->n_body);
    term_vec formulas, literals;
    term_vec_init(&formulas);
    term_vec_init(&literals);
    context_formulas(a, e, level, head, n, subgoal, &formulas);
    /* Elimination may cost the solver its model: the minterm comes first. */
    bool ok = project(a, e, subgoal, formulas.data, formulas.size, &literals);
    if (ok && a->options.coarse) project_all(a, e, subgoal, formulas.data, formulas.size, &literals);
    *out = (goal){.pred = c->body[subgoal].pred, .level = level};
    if (ok) cells_cube(a, out->pred, &literals, &out->cube);
    else a->why = "a model has no exact values";
    stats_count(a->stats, la_decisions);
    term_vec_release(&formulas);
    term_vec_release(&literals);
    return ok;
}

/* ---- rstep ---- */

/* Resolves the goal, head[0..n-1] at the level, with a clause. REFUTED: needed[i] is set for what the refutation uses of the goal, or
 * there is a back-jump. DERIVED: *found is the fact. */
static verdict rstep(la *a, const term *head, size_t n, uint32_t level, uint32_t index, bool *needed, uint32_t *found)
{
    edge *e = a->edges[index];
    support s = support_below(level);
    stats_count(a->stats, la_resolutions);
    while (!la_is_over(a)) {
        smt_result r = edge_check(a, e, &s, head, n, needed);
        if (r == SMT_UNSAT) return REFUTED;
        if (r == SMT_UNKNOWN) return STOPPED;
        size_t subgoal;
        if (!choose_subgoal(a, e, &s, head, n, &subgoal)) return STOPPED;
        if (subgoal == edge_clause(e)->n_body) {
            *found = fact_add(a, e, index);
            return *found == NO_FACT ? STOPPED : DERIVED;
        }
        goal sub;
        uint32_t below;
        assert(level); /* at level 0 only facts derive, and clauses with a body are refuted */
        if (!decide(a, e, level - 1, head, n, subgoal, &sub)) return STOPPED;
        verdict v = search(a, &sub, &below);
        cube_release(&sub.cube);
        if (v == STOPPED) return STOPPED;
        if (v == REFUTED && a->jump != SIZE_MAX) return REFUTED;
    }
    return STOPPED;
}

/* ---- search ---- */

/* Back-jumping: a lemma that refutes an earlier goal too makes all work since then unnecessary. */
static void find_jump(la *a, uint32_t number)
{
    const lemma *l = &a->lemmas.data[number];
    a->jump = SIZE_MAX;
    if (!a->options.backjump) return;
    for (size_t i = 0; i + 1 < a->open.size; i++) {
        const goal *g = a->open.data[i];
        if (!pred_is_equal(g->pred, l->pred) || g->level > l->level || !cube_implies(&g->cube, &l->cube)) continue;
        a->jump = i;
        stats_count(a->stats, la_backjumps);
        return;
    }
}

/* Eager propagation: a lemma of an earlier instance that would refute the goal, and holds here as well. */
static bool propagate_to(la *a, const goal *g)
{
    if (lemma_blocking(a, g->pred, g->level, &g->cube) != UINT32_MAX) return true;
    if (!a->options.eager || !g->level) return false;
    const u32_vec *numbers = &a->places[g->pred.id].lemmas;
    for (size_t i = 0; i < numbers->size && !la_is_over(a); i++) {
        uint32_t number = numbers->data[i];
        const lemma *l = &a->lemmas.data[number];
        if (l->dead || l->level + 1 != g->level || !cube_implies(&g->cube, &l->cube)) continue;
        if (!is_kept(a, l)) continue;
        lemma_raise(a, number, g->level);
        stats_count(a->stats, la_propagated);
        return true;
    }
    return false;
}

/* The clauses that derive the predicate, the most relevant first. */
static void order_clauses(const la *a, pred p, u32_vec *out)
{
    const u32_vec *clauses = horn_clauses_of(a->h, p);
    for (size_t i = 0; i < clauses->size; i++) {
        u32_vec_push(out, clauses->data[i]);
        for (size_t k = out->size - 1; a->options.relevance && k > 0 && a->scores[out->data[k]] > a->scores[out->data[k - 1]]; k--) {
            uint32_t t = out->data[k];
            out->data[k] = out->data[k - 1];
            out->data[k - 1] = t;
        }
    }
}

static verdict search_clauses(la *a, const goal *g, bool *needed, uint32_t *found)
{
    term_vec head;
    u32_vec clauses;
    term_vec_init(&head);
    u32_vec_init(&clauses);
    for (size_t i = 0; i < g->cube.size; i++) term_vec_push(&head, g->cube.data[i].formula);
    order_clauses(a, g->pred, &clauses);
    verdict v = REFUTED;
    for (size_t i = 0; i < clauses.size && v == REFUTED && a->jump == SIZE_MAX; i++) {
        v = rstep(a, head.data, head.size, g->level, clauses.data[i], needed, found);
        if (a->jump != SIZE_MAX) a->scores[clauses.data[i]] -= 1;
    }
    term_vec_release(&head);
    u32_vec_release(&clauses);
    return v;
}

/* Goal preservation: what is refuted here, but not up to the bound, is searched again higher up when the queries are done. */
static void preserve(la *a, const goal *g, uint32_t level)
{
    if (!a->options.preserve || level >= a->bound) return;
    goal kept = {.pred = g->pred, .level = level + 1};
    cube_append(&kept.cube, g->cube.data, g->cube.size);
    goal_vec_push(&a->kept, kept);
}

static verdict search(la *a, const goal *g, uint32_t *found)
{
    if (propagate_to(a, g)) return REFUTED;
    size_t depth = a->open.size;
    goal_stack_push(&a->open, g);
    bool *needed = alloc_zeroed(g->cube.size + 1, sizeof *needed);
    verdict v = search_clauses(a, g, needed, found);
    if (v == REFUTED && a->jump == SIZE_MAX) {
        stats_count(a->stats, la_conflicts);
        uint32_t number = learn(a, g, needed);
        find_jump(a, number);
        a->open.size = depth;
        preserve(a, g, a->lemmas.data[number].level);
    } else if (a->jump == depth) {
        a->jump = SIZE_MAX;
    }
    a->open.size = depth;
    free(needed);
    return v;
}

/* The goals kept get twice as many solver calls as the queries did; the rest is forgotten. */
static verdict search_kept(la *a, double calls)
{
    verdict v = REFUTED;
    double end = stats_get(a->stats, solver_checks) + 2 * calls;
    while (a->kept.size) {
        goal g = goal_vec_pop(&a->kept);
        uint32_t found;
        a->jump = SIZE_MAX;
        if (v != STOPPED && stats_get(a->stats, solver_checks) < end) v = search(a, &g, &found);
        cube_release(&g.cube);
    }
    return v == STOPPED ? STOPPED : REFUTED;
}

verdict search_queries(la *a, uint32_t *query)
{
    const u32_vec *queries = horn_clauses_of(a->h, PRED_FALSE);
    verdict v = REFUTED;
    a->jump = SIZE_MAX;
    a->purpose = PURPOSE(search);
    double before = stats_get(a->stats, solver_checks);
    for (size_t i = 0; i < queries->size && v == REFUTED; i++) v = rstep(a, NULL, 0, a->bound + 1, queries->data[i], NULL, query);
    return v == REFUTED ? search_kept(a, stats_get(a->stats, solver_checks) - before) : v;
}
