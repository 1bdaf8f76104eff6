#include "engine/lawi/rules.h"
#include "logic/houdini.h"

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

typedef struct search {
    unwinding *u;
    const term_vec *candidates; /* by predicate */
    edge_labels *labels;
    limits within;
} search;

static smt_result keeps(void *context, uint32_t index, term all)
{
    search *s = context;
    set_labels(s->u, s->candidates, horn_clause(s->u->h, index), s->labels);
    return edges_entail(s->u->edges, index, term_true(s->u->ts), s->labels, all);
}

static term value(void *context, uint32_t index, term candidate) { return edges_head_value(((search *)context)->u->edges, index, candidate); }
static bool is_over(void *context) { return limits_is_over(&((search *)context)->within); }
static const u32_vec *uses(void *context, uint32_t node) { return horn_uses_of(((search *)context)->u->h, (pred){node}); }
static uint32_t target(void *context, uint32_t index) { return horn_clause(((search *)context)->u->h, index)->head.pred.id; }

/* Removes what is not inductive. False if there was no time for that. */
static bool keep_inductive(unwinding *u, term_vec *candidates, edge_labels *labels, double seconds)
{
    search s = {u, candidates, labels, limits_within(&u->context->limits, seconds)};
    houdini h = {.ts = u->ts, .question = {keeps, value, &s}, .candidates = candidates, .n_edges = (uint32_t)horn_clause_count(u->h),
                 .target = target, .uses = uses, .is_over = is_over};
    edges_set_seconds(u->edges, seconds / QUESTIONS);
    bool done = houdini_run(&h);
    edges_set_seconds(u->edges, 0);
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
