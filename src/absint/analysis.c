#include "absint/analysis.h"

#include "base/alloc.h"
#include "term/bounds.h"

#include <stdlib.h>

static void pred_init(abstract_pred *p, const horn *h, pred q)
{
    const term_store *ts = horn_terms(h);
    size_t arity = horn_pred_arity(h, q);
    p->is_int = alloc_zeroed(arity + 1, sizeof *p->is_int);
    for (uint32_t i = 0; i < arity; i++) {
        sort_kind k = sort_kind_of(ts, horn_pred_sort(h, q, i));
        if (!sort_kind_is_arith(k)) continue;
        p->is_int[p->numeric.size] = k == SORT_INT;
        u32_vec_push(&p->numeric, i);
    }
    abstract_state_vec_push(&p->states, (abstract_state){.value = NULL});
}

static void push_roots(const horn *h, const clause *c, term_vec *out)
{
    term_vec_push(out, c->constraint);
    for (size_t i = 0; i < c->n_body; i++) term_vec_append(out, c->body[i].args, horn_pred_arity(h, c->body[i].pred));
    if (!pred_is_false(c->head.pred)) term_vec_append(out, c->head.args, horn_pred_arity(h, c->head.pred));
}

/* parameter = argument, for numbers and Booleans. */
static void push_head(analysis *a, const clause *c, term_vec *out)
{
    if (pred_is_false(c->head.pred)) return;
    for (size_t i = 0; i < horn_pred_arity(a->h, c->head.pred); i++) {
        term argument = c->head.args[i];
        if (!term_is_arith(a->ts, argument) && !term_is_bool(a->ts, argument)) continue;
        term_vec_push(out, term_mk_eq(a->ts, horn_param(a->h, c->head.pred, i), abstraction_apply(a->operations, argument)));
    }
}

static void plain_clause_init(plain_clause *p, analysis *a, const clause *c)
{
    term_vec roots, parts;
    term_vec_init(&roots);
    term_vec_init(&parts);
    term_vec_init(&p->args);
    push_roots(a->h, c, &roots);
    term_vec_push(&parts, abstraction_apply(a->operations, c->constraint));
    term_vec_push(&parts, abstraction_lemmas(a->operations, roots.data, roots.size));
    push_head(a, c, &parts);
    p->formula = term_mk_and(a->ts, parts.data, parts.size);
    for (size_t i = 0; i < c->n_body; i++) {
        const u32_vec *numeric = &a->preds[c->body[i].pred.id].numeric;
        for (size_t k = 0; k < numeric->size; k++) term_vec_push(&p->args, abstraction_apply(a->operations, c->body[i].args[numeric->data[k]]));
    }
    term_vec_release(&parts);
    term_vec_release(&roots);
}

void analysis_init(analysis *a, const horn *h, const domain *d, const limits *l)
{
    *a = (analysis){.h = h, .ts = horn_terms(h), .domain = d, .limits = l};
    a->operations = abstraction_new(a->ts, ABSTRACT_ALL);
    a->preds = alloc_zeroed(horn_pred_count(h) + 1, sizeof *a->preds);
    for (uint32_t p = 0; p < horn_pred_count(h); p++) pred_init(&a->preds[p], h, (pred){p});
    a->clauses = alloc_zeroed(horn_clause_count(h) + 1, sizeof *a->clauses);
    for (size_t i = 0; i < horn_clause_count(h); i++) plain_clause_init(&a->clauses[i], a, horn_clause(h, i));
}

static void pred_release(abstract_pred *p, const domain *d)
{
    for (size_t i = 0; i < p->states.size; i++) {
        abstract_state *s = &p->states.data[i];
        if (s->value) d->free(s->value);
        row_vec_free(&s->rows);
        row_vec_free(&s->given);
    }
    abstract_state_vec_release(&p->states);
    row_vec_free(&p->thresholds);
    u32_vec_release(&p->numeric);
    u32_vec_release(&p->split);
    u32_vec_release(&p->transitions);
    term_vec_release(&p->keys);
    free(p->is_int);
}

void analysis_release(analysis *a)
{
    for (size_t i = 0; i < a->transitions.size; i++) transition_release(&a->transitions.data[i]);
    transition_vec_release(&a->transitions);
    for (size_t i = 0; i < horn_pred_count(a->h); i++) pred_release(&a->preds[i], a->domain);
    for (size_t i = 0; i < horn_clause_count(a->h); i++) term_vec_release(&a->clauses[i].args);
    free(a->preds);
    free(a->clauses);
    abstraction_free(a->operations);
}

void analysis_add(analysis *a, transition *t)
{
    abstract_pred *p = &a->preds[horn_clause(a->h, t->clause)->head.pred.id];
    u32_vec_push(&p->transitions, (uint32_t)a->transitions.size);
    transition_vec_push(&a->transitions, *t);
}

static void push_bounds(term_store *ts, term t, const interval *i, term_vec *out)
{
    sort s = sort_int(ts);
    if (i->has_low) term_vec_push(out, term_mk_ge(ts, t, term_mk_num(ts, &i->low, s)));
    if (i->has_high) term_vec_push(out, term_mk_le(ts, t, term_mk_num(ts, &i->high, s)));
}

/* Bounds of symbols and case distinctions that the formula implies: what is left of its disjunctions. */
static void push_implied_bounds(const analysis *a, term formula, term_vec *out)
{
    term_vec all;
    term_vec_init(&all);
    bounds *b = bounds_new(a->ts, formula, NULL, 0);
    dag_subterms(a->ts, &formula, 1, &all);
    if (bounds_is_contradictory(b)) term_vec_push(out, term_false(a->ts));
    for (size_t i = 0; i < all.size && !bounds_is_contradictory(b); i++) {
        term_kind k = term_kind_of(a->ts, all.data[i]);
        if ((k != TERM_SYM && k != TERM_ITE) || term_has_bound(a->ts, all.data[i])) continue;
        if (sort_kind_of(a->ts, term_sort(a->ts, all.data[i])) == SORT_INT) push_bounds(a->ts, all.data[i], bounds_of(b, all.data[i]), out);
    }
    bounds_free(b);
    term_vec_release(&all);
}

void analysis_add_coarse(analysis *a)
{
    term_vec literals;
    term_vec_init(&literals);
    for (uint32_t i = 0; i < horn_clause_count(a->h); i++) {
        if (pred_is_false(horn_clause(a->h, i)->head.pred)) continue;
        transition t;
        term_vec_clear(&literals);
        dag_conjuncts(a->ts, a->clauses[i].formula, &literals);
        push_implied_bounds(a, a->clauses[i].formula, &literals);
        if (transition_init(&t, a, i, literals.data, literals.size)) analysis_add(a, &t);
        else transition_release(&t);
    }
    term_vec_release(&literals);
}
