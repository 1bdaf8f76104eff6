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
    if (p->state.value) d->free(p->state.value);
    row_vec_free(&p->state.rows);
    row_vec_free(&p->state.given);
    row_vec_free(&p->thresholds);
    u32_vec_release(&p->numeric);
    u32_vec_release(&p->transitions);
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

enum { MAX_THRESHOLDS = 40 };

static bool row_is_equal(const row *a, const row *b)
{
    if (a->entries.size != b->entries.size || !rat_is_equal(&a->constant, &b->constant)) return false;
    for (size_t i = 0; i < a->entries.size; i++)
        if (a->entries.data[i].dim != b->entries.data[i].dim || !rat_is_equal(&a->entries.data[i].c, &b->entries.data[i].c)) return false;
    return true;
}

/* sign * row >= 0 */
static void add_threshold(abstract_pred *p, const row *r, int sign)
{
    row t;
    rat c;
    rat_init(&c);
    rat_set_int(&c, sign);
    row_init(&t, ROW_GE);
    row_add_scaled(&t, &c, r);
    rat_release(&c);
    bool known = p->thresholds.size >= MAX_THRESHOLDS;
    for (size_t i = 0; i < p->thresholds.size && !known; i++) known = row_is_equal(&p->thresholds.data[i], &t);
    if (known) row_release(&t);
    else row_vec_push(&p->thresholds, t);
}

/* Conditions on the head's dimensions alone: guards of loops after the step, constants. */
static void learn_thresholds(abstract_pred *p, const transition *t)
{
    for (size_t i = 0; i < t->rows.size; i++) {
        const row *r = &t->rows.data[i];
        if (r->relation == ROW_CONGRUENT || r->entries.data[r->entries.size - 1].dim >= t->n_head) continue;
        add_threshold(p, r, 1);
        if (r->relation == ROW_EQ) add_threshold(p, r, -1);
    }
}

void analysis_add(analysis *a, transition *t)
{
    abstract_pred *p = &a->preds[horn_clause(a->h, t->clause)->head.pred.id];
    u32_vec_push(&p->transitions, (uint32_t)a->transitions.size);
    learn_thresholds(p, t);
    transition_vec_push(&a->transitions, *t);
}

bool analysis_is_reached(const analysis *a, pred p) { return a->preds[p.id].state.value != NULL; }

void analysis_give(analysis *a, const analysis *earlier)
{
    for (size_t p = 0; p < horn_pred_count(a->h); p++) {
        const row_vec *known = &earlier->preds[p].state.rows;
        for (size_t i = 0; i < known->size; i++) {
            row r;
            row_copy(&r, &known->data[i]);
            row_vec_push(&a->preds[p].state.given, r);
        }
    }
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

bool analysis_add_coarse(analysis *a, uint32_t index)
{
    assert(!pred_is_false(horn_clause(a->h, index)->head.pred));
    term_vec literals;
    transition t;
    term_vec_init(&literals);
    dag_conjuncts(a->ts, a->clauses[index].formula, &literals);
    push_implied_bounds(a, a->clauses[index].formula, &literals);
    bool possible = transition_init(&t, a, index, literals.data, literals.size);
    if (possible) analysis_add(a, &t);
    else transition_release(&t);
    a->clauses[index].is_coarse = true;
    term_vec_release(&literals);
    return possible;
}
