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

static void raise_all_above(la *a, uint32_t level)
{
    for (uint32_t i = 0; i < a->lemmas.size; i++)
        if (!a->lemmas.data[i].dead && a->lemmas.data[i].level > level && a->lemmas.data[i].level != LEVEL_ALWAYS)
            lemma_raise(a, i, LEVEL_ALWAYS);
}

bool propagate(la *a)
{
    a->purpose = PURPOSE(propagate);
    for (uint32_t level = 0; level <= a->bound && !la_is_over(a); level++) {
        bool all = true;
        for (uint32_t i = 0; i < a->lemmas.size && !la_is_over(a); i++) {
            const lemma *l = &a->lemmas.data[i];
            if (l->dead || l->level != level) continue;
            if (refutes(a, l->pred, level + 1, &l->cube, true, NULL, NULL) == SMT_UNSAT) {
                lemma_raise(a, i, level + 1);
                stats_count(a->stats, la_propagated);
            } else {
                all = false;
            }
        }
        if (!all || la_is_over(a)) continue;
        raise_all_above(a, level);
        return refutes_queries(a);
    }
    return false;
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
