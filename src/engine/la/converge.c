#include "engine/la/la.h"

#include <stdlib.h>

static bool refutes_queries(la *a)
{
    support s = {.level = LEVEL_ALWAYS};
    const u32_vec *queries = horn_clauses_of(a->h, PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++)
        if (edge_check(a, a->edges[queries->data[i]], &s, NULL, 0, NULL) != SMT_UNSAT) return false;
    return true;
}

/* ---- propagation and covering ---- */

/* Pushes the lemmas of exactly this level to the next. behind[p] becomes true if one of p stays. */
static void push_level(la *a, uint32_t level, bool *behind)
{
    for (uint32_t i = 0; i < a->lemmas.size && !la_is_over(a); i++) {
        const lemma *l = &a->lemmas.data[i];
        if (l->dead || l->level != level) continue;
        if (is_kept(a, l)) {
            lemma_raise(a, i, level + 1);
            stats_count(a->stats, la_propagated);
        } else {
            behind[l->pred.id] = true;
        }
    }
}

/* The next instance of a predicate is covered by that of the level if no lemma stayed behind, neither its own nor one of the predicates it
 * is derived from. Returns how many are not covered. */
static size_t close_behind(const la *a, bool *behind)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < horn_clause_count(a->h); i++) {
            const clause *c = horn_clause(a->h, i);
            for (size_t k = 0; k < c->n_body && !pred_is_false(c->head.pred) && !behind[c->head.pred.id]; k++)
                if (behind[c->body[k].pred.id]) changed = behind[c->head.pred.id] = true;
        }
    }
    size_t n = 0;
    for (size_t p = 0; p < horn_pred_count(a->h); p++) n += behind[p];
    return n;
}

/* What is known of the covered instances is inductive. False if that is nothing new. */
static bool raise_covered(la *a, uint32_t level, const bool *behind)
{
    bool any = false;
    for (uint32_t i = 0; i < a->lemmas.size; i++) {
        const lemma *l = &a->lemmas.data[i];
        if (l->dead || l->level <= level || l->level == LEVEL_ALWAYS || behind[l->pred.id]) continue;
        lemma_raise(a, i, LEVEL_ALWAYS);
        any = true;
    }
    return any;
}

bool propagate(la *a)
{
    a->purpose = PURPOSE(propagate);
    size_t n = horn_pred_count(a->h);
    bool *behind = alloc_zeroed(n + 1, sizeof *behind), converged = false;
    for (uint32_t level = 0; level <= a->bound && !converged && !la_is_over(a); level++) {
        memset(behind, 0, n * sizeof *behind);
        push_level(a, level, behind);
        if (la_is_over(a)) break;
        bool all = close_behind(a, behind) == 0;
        if (raise_covered(a, level, behind) || all) converged = refutes_queries(a);
    }
    free(behind);
    return converged;
}

/* ---- Houdini ---- */

typedef struct houdini {
    la *la;
    bool *in; /* of each lemma */
    term *formulas; /* of each predicate: the conjunction of its lemmas that are in */
} houdini;

static void conjoin(houdini *d, pred p)
{
    la *a = d->la;
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < a->places[p.id].lemmas.size; i++) {
        uint32_t number = a->places[p.id].lemmas.data[i];
        if (d->in[number]) term_vec_push(&parts, a->lemmas.data[number].formula);
    }
    d->formulas[p.id] = term_mk_and(a->ts, parts.data, parts.size);
    term_vec_release(&parts);
}

/* Removes the lemmas of the head that the model of the edge contradicts. */
static bool remove_contradicted(houdini *d, edge *e)
{
    la *a = d->la;
    pred p = edge_clause(e)->head.pred;
    bool any = false;
    for (size_t i = 0; i < a->places[p.id].lemmas.size; i++) {
        uint32_t number = a->places[p.id].lemmas.data[i];
        if (!d->in[number]) continue;
        term at = edge_at(e, edge_clause(e)->n_body, a->lemmas.data[number].formula);
        if (!term_is_equal(edge_value(e, at), term_false(a->ts))) continue;
        d->in[number] = false;
        any = true;
    }
    conjoin(d, p);
    return any;
}

/* Weakens the head's lemmas until the clause keeps them. False if the solver does not decide. */
static bool weaken_head(houdini *d, edge *e, bool *changed)
{
    la *a = d->la;
    pred p = edge_clause(e)->head.pred;
    support s = {.level = LEVEL_ALWAYS, .candidates = d->formulas};
    while (!la_is_over(a) && !term_is_equal(d->formulas[p.id], term_true(a->ts))) {
        term broken = term_mk_not(a->ts, d->formulas[p.id]);
        smt_result r = edge_check(a, e, &s, &broken, 1, NULL);
        if (r == SMT_UNSAT) return true;
        if (r == SMT_UNKNOWN || !remove_contradicted(d, e)) return false;
        *changed = true;
    }
    return !la_is_over(a);
}

static bool weaken_all(houdini *d)
{
    la *a = d->la;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < horn_clause_count(a->h); i++)
            if (!pred_is_false(horn_clause(a->h, i)->head.pred) && !weaken_head(d, a->edges[i], &changed)) return false;
    }
    return true;
}

bool converge(la *a)
{
    houdini d = {.la = a};
    d.in = alloc_zeroed(a->lemmas.size + 1, sizeof *d.in);
    d.formulas = alloc_zeroed(horn_pred_count(a->h) + 1, sizeof *d.formulas);
    for (uint32_t i = 0; i < a->lemmas.size; i++) d.in[i] = !a->lemmas.data[i].dead && a->lemmas.data[i].level != LEVEL_ALWAYS;
    for (uint32_t p = 0; p < horn_pred_count(a->h); p++) conjoin(&d, (pred){p});
    bool ok = weaken_all(&d);
    for (uint32_t i = 0; ok && i < a->lemmas.size; i++)
        if (d.in[i] && !a->lemmas.data[i].dead) lemma_raise(a, i, LEVEL_ALWAYS);
    free(d.in);
    free(d.formulas);
    return ok && refutes_queries(a);
}
