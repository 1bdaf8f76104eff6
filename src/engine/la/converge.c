#include "engine/la/la.h"
#include "logic/houdini.h"

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

typedef struct search {
    la *la;
    term_vec *candidates; /* of each predicate */
    term *formulas; /* their conjunctions, of the body's predicates in the present question */
} search;

static smt_result keeps(void *context, uint32_t index, term all)
{
    search *s = context;
    la *a = s->la;
    const clause *c = horn_clause(a->h, index);
    for (size_t i = 0; i < c->n_body; i++) {
        const term_vec *known = &s->candidates[c->body[i].pred.id];
        s->formulas[c->body[i].pred.id] = term_mk_and(a->ts, known->data, known->size);
    }
    term broken = term_mk_not(a->ts, all);
    return edge_check(a, a->edges[index], &(support){.level = LEVEL_ALWAYS, .candidates = s->formulas}, &broken, 1, NULL);
}

static term value(void *context, uint32_t index, term candidate)
{
    edge *e = ((search *)context)->la->edges[index];
    return edge_value(e, edge_at(e, edge_clause(e)->n_body, candidate));
}

static bool is_over(void *context) { return la_is_over(((search *)context)->la); }
static const u32_vec *uses(void *context, uint32_t node) { return horn_uses_of(((search *)context)->la->h, (pred){node}); }
static uint32_t target(void *context, uint32_t index) { return horn_clause(((search *)context)->la->h, index)->head.pred.id; }

static bool is_candidate(const lemma *l) { return !l->dead && l->level != LEVEL_ALWAYS; }

/* What is left of the candidates holds always. */
static void raise_candidates(la *a, const term_vec *candidates)
{
    u64_map kept; /* predicate and formula */
    u64_map_init(&kept);
    for (uint32_t p = 0; p < horn_pred_count(a->h); p++)
        for (size_t i = 0; i < candidates[p].size; i++) u64_map_put(&kept, (uint64_t)p << 32 | candidates[p].data[i].id, NULL);
    for (uint32_t i = 0; i < a->lemmas.size; i++) {
        const lemma *l = &a->lemmas.data[i];
        if (is_candidate(l) && u64_map_find(&kept, (uint64_t)l->pred.id << 32 | l->formula.id)) lemma_raise(a, i, LEVEL_ALWAYS);
    }
    u64_map_release(&kept);
}

bool converge(la *a)
{
    size_t n = horn_pred_count(a->h);
    search s = {.la = a, .candidates = alloc_zeroed(n + 1, sizeof *s.candidates), .formulas = alloc_zeroed(n + 1, sizeof *s.formulas)};
    for (uint32_t i = 0; i < a->lemmas.size; i++) {
        const lemma *l = &a->lemmas.data[i];
        if (is_candidate(l)) term_vec_push(&s.candidates[l->pred.id], l->formula);
    }
    houdini h = {.ts = a->ts, .question = {keeps, value, &s}, .candidates = s.candidates, .n_edges = (uint32_t)horn_clause_count(a->h),
                 .target = target, .uses = uses, .is_over = is_over};
    bool done = houdini_run(&h);
    if (done) raise_candidates(a, s.candidates);
    for (size_t p = 0; p < n; p++) term_vec_release(&s.candidates[p]);
    free(s.candidates);
    free(s.formulas);
    return done && refutes_queries(a);
}
