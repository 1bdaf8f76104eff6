/* Facts of abstract interpretation in the clauses: what holds in every state of a predicate (absint/absint.h) is conjoined to the clauses with it in their body. An
 * engine then need not find it out, and a model of the new problem needs the facts beside it to be one of the old. A query that they contradict becomes false. */

#include "absint/absint.h"
#include "pass/facts.h"
#include "pass/passes.h"
#include "recurrence/equations.h"
#include "smt/smt.h"
#include "term/reduce.h"

/* Of the clock, at most, and at most this part of what is left. */
#define SECONDS 3.0
#define SHARE 0.1
/* For one question. */
#define PATIENCE 0.2
#define QUERY_PATIENCE 1.0

/* Linear facts that follow from the other ones go: what comes later is stronger, and stays. */
static term without_redundant(smt *solver, term_store *ts, term facts, const limits *l)
{
    term_vec parts, all;
    term_vec_init(&parts);
    term_vec_init(&all);
    dag_conjuncts(ts, facts, &all);
    term others = term_true(ts);
    for (size_t i = 0; i < all.size; i++) {
        if (dag_has_kind(ts, all.data[i], TERM_MUL)) others = term_mk_and2(ts, others, all.data[i]);
        else term_vec_push(&parts, all.data[i]);
    }
    for (size_t i = 0; i < parts.size && !limits_is_over(l);) {
        term kept = parts.data[i];
        parts.data[i] = term_true(ts);
        if (smt_entails(solver, term_mk_and(ts, parts.data, parts.size), kept) == SMT_UNSAT) {
            parts.data[i] = parts.data[--parts.size];
        } else {
            parts.data[i++] = kept;
        }
    }
    term fewer = term_mk_and2(ts, term_mk_and(ts, parts.data, parts.size), others);
    term_vec_release(&parts);
    term_vec_release(&all);
    return fewer;
}

static void thin_out(const horn *h, model *facts, const limits *l)
{
    smt *solver = smt_new(horn_terms(h), l, NULL);
    smt_set_query_limit(solver, PATIENCE);
    for (uint32_t p = 0; p < horn_pred_count(h); p++) model_set(facts, (pred){p}, without_redundant(solver, horn_terms(h), model_get(facts, (pred){p}), l));
    smt_free(solver);
}

/* Do the facts contradict the clause, a query? */
static bool is_refuted(smt *solver, term_store *ts, const clause *c, term constraint)
{
    if (!pred_is_false(c->head.pred)) return false;
    smt_push(solver);
    smt_assert(solver, reduce(ts, constraint));
    bool refuted = smt_check(solver, NULL, 0) == SMT_UNSAT;
    smt_pop(solver, 1);
    return refuted;
}

/* NULL if nothing changes. */
static horn *build(const horn *h, const model *facts, const limits *l)
{
    smt *solver = smt_new(horn_terms(h), l, NULL);
    smt_set_query_limit(solver, QUERY_PATIENCE);
    horn *out = horn_new(horn_terms(h));
    bool changed = false;
    term_vec parts;
    term_vec_init(&parts);
    if (horn_file(h)) horn_set_file(out, horn_file(h));
    horn_copy_preds(out, h);
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        term_vec_clear(&parts);
        term_vec_push(&parts, c->constraint);
        for (size_t k = 0; k < c->n_body; k++) term_vec_push(&parts, model_apply(facts, h, c->body[k]));
        term constraint = term_mk_and(horn_terms(h), parts.data, parts.size);
        changed |= !term_is_equal(constraint, c->constraint);
        if (is_refuted(solver, horn_terms(h), c, constraint)) constraint = term_false(horn_terms(h));
        horn_add_clause_like(out, c->body, c->n_body, constraint, c->head, c);
    }
    smt_free(solver);
    term_vec_release(&parts);
    if (changed) return out;
    horn_free(out);
    return NULL;
}

horn *pass_absint(const horn *h, const limits *limit, back **out)
{
    double seconds = limits_left(limit) * SHARE;
    limits l = limits_within(limit, seconds < SECONDS ? seconds : SECONDS);
    /* Where there is a curve polyhedra have tangents, and solvers many of them. */
    absint_options o = {.strongest = loop_equations_exist(h) ? ABSINT_OCTAGONS : ABSINT_PLAIN_POLYHEDRA};
    model facts;
    model_init(&facts, h);
    horn *after = NULL;
    if (absint_facts(h, &o, &l, NULL, &facts)) {
        thin_out(h, &facts, &l);
        after = build(h, &facts, &l);
    }
    if (!after) {
        model_release(&facts);
        return NULL;
    }
    *out = facts_back_new(h, after, &facts);
    return after;
}
