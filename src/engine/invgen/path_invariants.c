#include "engine/invgen/path_invariants.h"

#include "base/alloc.h"
#include "engine/invgen/invgen.h"

#include <stdlib.h>

static horn *path_program(const horn *h, const uint32_t *clauses, size_t n)
{
    bool *used = alloc_zeroed(horn_clause_count(h) + 1, sizeof *used);
    for (size_t i = 0; i < n; i++) used[clauses[i]] = true;
    horn *out = horn_new(horn_terms(h));
    horn_copy_preds(out, h);
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        if (used[i]) horn_add_clause_like(out, c->body, c->n_body, c->constraint, c->head, c);
    }
    free(used);
    return out;
}

static void push_atom(const invgen_program *p, pred q, term t, term_vec *out)
{
    if (!term_is_value(p->ts, t) && !term_vec_has(&out[q.id], t)) term_vec_push(&out[q.id], t);
}

/* The conjuncts of the solution, and the facts that had a multiplier: the relevant strengthening. */
static void collect(void *context, const invgen_system *s, const invgen_solution *x)
{
    term_vec *out = context;
    const invgen_program *p = s->p;
    for (uint32_t l = 0; l < p->locations.size; l++) {
        pred q = p->locations.data[l].pred;
        for (size_t c = 0; c < s->n_conjuncts; c++) push_atom(p, q, invgen_conjunct(s, x, l, c), out);
        for (size_t i = 0; p->congruences && i < p->congruences[l].size; i++) push_atom(p, q, invgen_row_formula(p, q, &p->congruences[l].data[i]), out);
    }
    for (size_t i = 0; i < p->steps.size; i++) {
        const invgen_step *tau = &p->steps.data[i];
        for (size_t k = 0; k < tau->facts.size; k++) {
            if (!x->used[i][k]) continue;
            pred q = p->locations.data[tau->body.data[tau->fact_atom.data[k]]].pred;
            push_atom(p, q, invgen_fact(p, q, tau->fact_index.data[k]), out);
        }
    }
}

/* All facts: nothing else was needed. */
static void collect_facts(const horn *h, const model *m, term_vec *out)
{
    term_store *ts = horn_terms(h);
    for (uint32_t q = 0; q < horn_pred_count(h); q++) {
        term_vec parts;
        term_vec_init(&parts);
        dag_conjuncts(ts, model_get(m, (pred){q}), &parts);
        for (size_t i = 0; i < parts.size; i++)
            if (!term_is_value(ts, parts.data[i]) && !term_vec_has(&out[q], parts.data[i])) term_vec_push(&out[q], parts.data[i]);
        term_vec_release(&parts);
    }
}

static bool has_any(const horn *h, const term_vec *predicates)
{
    for (size_t q = 0; q < horn_pred_count(h); q++)
        if (predicates[q].size) return true;
    return false;
}

bool path_invariants(const horn *h, const uint32_t *clauses, size_t n, double seconds, const limits *l, stats *counters, term_vec *predicates)
{
    invgen_options o;
    invgen_options_read(&o, "no-reals,no-disjuncts");
    engine_context context = {.limits = limits_within(l, seconds)};
    horn *program = path_program(h, clauses, n);
    result r;
    result_init(&r);
    invgen_run_with(program, &context, &o, &r, collect, predicates);
    if (r.answer == ANSWER_SAFE && !has_any(h, predicates)) collect_facts(program, &r.model, predicates);
    bool found = r.answer == ANSWER_SAFE;
    stats_merge(counters, &r.stats);
    result_release(&r);
    horn_free(program);
    return found;
}

bool path_program_is_new(u64_map *seen, const horn *h, const uint32_t *clauses, size_t n)
{
    bool *used = alloc_zeroed(horn_clause_count(h) + 1, sizeof *used), added;
    uint64_t hash = 1;
    for (size_t i = 0; i < n; i++) used[clauses[i]] = true;
    for (size_t i = 0; i < horn_clause_count(h); i++) hash = hash * 1000003 + used[i];
    free(used);
    u64_map_put(seen, hash, &added);
    return added;
}
