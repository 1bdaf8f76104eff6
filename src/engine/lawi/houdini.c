#include "engine/lawi/rules.h"

#include <stdlib.h>

/* More conjuncts of a predicate than these, the newest, are not considered. */
#define MAX_CANDIDATES 150
/* A single question may take the time for so many. */
#define QUESTIONS 10

static void set_labels(const unwinding *u, const term_vec *candidates, const clause *c, edge_labels *out)
{
    for (size_t j = 0; j < c->n_body; j++)
        out[j] = (edge_labels){&candidates[c->body[j].pred.id], &u->places[c->body[j].pred.id].invariants, NULL};
}

static void add_candidates(const unwinding *u, term_vec *candidates)
{
    for (size_t i = 0; i < horn_pred_count(u->h); i++) {
        const term_vec *pool = &u->places[i].pool;
        size_t first = pool->size > MAX_CANDIDATES ? pool->size - MAX_CANDIDATES : 0;
        term_vec_append(&candidates[i], pool->data + first, pool->size - first);
    }
}

/* Removes what is not inductive, clause by clause, until nothing changes. False if there was no time for that. */
static bool keep_inductive(unwinding *u, term_vec *candidates, edge_labels *labels, double seconds)
{
    limits within = limits_within(&u->context->limits, seconds);
    u32_vec work;
    u32_vec_init(&work);
    for (uint32_t i = (uint32_t)horn_clause_count(u->h); i-- > 0;) u32_vec_push(&work, i);
    edges_set_seconds(u->edges, seconds / QUESTIONS);
    while (work.size && !limits_is_over(&within)) {
        uint32_t index = u32_vec_pop(&work);
        const clause *c = horn_clause(u->h, index);
        if (pred_is_false(c->head.pred)) continue;
        term_vec *head = &candidates[c->head.pred.id];
        size_t before = head->size;
        set_labels(u, candidates, c, labels);
        if (before) edges_filter(u->edges, index, term_true(u->ts), labels, head);
        const u32_vec *uses = horn_uses_of(u->h, c->head.pred);
        if (head->size < before) u32_vec_append(&work, uses->data, uses->size);
    }
    edges_set_seconds(u->edges, 0);
    bool done = !work.size;
    u32_vec_release(&work);
    return done;
}

/* What is an invariant is no candidate any more. */
static void forget_known(unwinding *u, place *l)
{
    size_t kept = 0, templates = 0;
    for (size_t k = 0; k < l->pool.size; k++) {
        if (smt_entails(u->solver, l->invariant, l->pool.data[k]) == SMT_UNSAT) continue;
        if (k < l->n_templates) templates++;
        l->pool.data[kept++] = l->pool.data[k];
    }
    l->pool.size = kept;
    l->n_templates = templates;
}

static void add_invariants(unwinding *u, const term_vec *candidates)
{
    for (size_t i = 0; i < horn_pred_count(u->h); i++) {
        place *l = &u->places[i];
        for (size_t k = 0; k < candidates[i].size; k++)
            if (smt_entails(u->solver, l->invariant, candidates[i].data[k]) != SMT_UNSAT) {
                term_vec_push(&l->invariants, candidates[i].data[k]);
                l->invariant = term_mk_and(u->ts, l->invariants.data, l->invariants.size);
            }
        forget_known(u, l);
    }
}

static bool refutes_queries(unwinding *u, edge_labels *labels)
{
    const u32_vec *queries = horn_clauses_of(u->h, PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++) {
        const clause *c = horn_clause(u->h, queries->data[i]);
        for (size_t j = 0; j < c->n_body; j++) labels[j] = (edge_labels){NULL, &u->places[c->body[j].pred.id].invariants, NULL};
        if (edges_feasible(u->edges, queries->data[i], term_true(u->ts), labels) != SMT_UNSAT) return false;
    }
    return true;
}

bool lawi_houdini(unwinding *u, double seconds)
{
    size_t n = horn_pred_count(u->h);
    term_vec *candidates = alloc_zeroed(n ? n : 1, sizeof *candidates);
    edge_labels *labels = alloc_zeroed(u->widest_body + 1, sizeof *labels);
    add_candidates(u, candidates);
    phase begin = phase_begin(u);
    bool proved = keep_inductive(u, candidates, labels, seconds);
    if (proved) add_invariants(u, candidates);
    proved = proved && refutes_queries(u, labels);
    phase_end(u, begin, houdini);
    for (size_t i = 0; i < n; i++) term_vec_release(&candidates[i]);
    free(candidates);
    free(labels);
    return proved;
}
