/* Dead-argument removal. An argument of a predicate is live if some clause with the predicate in its body looks at it: the
 * argument there is not a plain variable, or the variable occurs in the constraint, elsewhere in the body, or in a live argument
 * of the head. All others are dead, and disappear from every atom. */

#include "base/alloc.h"
#include "base/map.h"
#include "pass/arg_mask.h"
#include "pass/passes.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>

typedef struct liveness {
    const horn *h;
    arg_mask live;
    u32_map *slot; /* by clause: variable -> the only argument of a body atom that it is, or SEVERAL */
    u32_map *seen; /* by clause: subterms already searched for variables that are looked at */
    u32_vec work; /* live arguments whose clauses are to be visited, as pairs of predicate and index */
    term_vec stack;
} liveness;

#define SEVERAL UINT32_MAX

typedef struct deadargs_back {
    back base;
    arg_mask live;
} deadargs_back;

static void make_live(liveness *l, pred p, uint32_t i)
{
    assert(i < horn_pred_arity(l->h, p));
    if (arg_mask_has(&l->live, p, i)) return;
    l->live.kept[l->live.first[p.id] + i] = true;
    u32_vec_push(&l->work, p.id);
    u32_vec_push(&l->work, i);
}

/* Position of an argument in a clause's body: atoms numbered through in the same way. */
static void make_position_live(liveness *l, const clause *c, uint32_t position)
{
    for (size_t i = 0; i < c->n_body; i++) {
        uint32_t n = (uint32_t)horn_pred_arity(l->h, c->body[i].pred);
        if (position < n) {
            make_live(l, c->body[i].pred, position);
            return;
        }
        position -= n;
    }
    assert(false); /* every position is in an atom */
}

/* Every variable of t is looked at in the clause. */
static void look_at(liveness *l, size_t index, term t)
{
    const term_store *ts = horn_terms(l->h);
    term_vec_push(&l->stack, t);
    while (l->stack.size) {
        term s = term_vec_pop(&l->stack);
        bool is_new;
        u32_map_put(&l->seen[index], s.id, &is_new);
        if (!is_new) continue;
        if (term_kind_of(ts, s) == TERM_SYM) {
            const uint32_t *slot = u32_map_find(&l->slot[index], s.id);
            if (slot && *slot != SEVERAL) make_position_live(l, horn_clause(l->h, index), *slot);
        }
        for (size_t i = 0, n = term_arity(ts, s); i < n; i++) term_vec_push(&l->stack, term_arg(ts, s, i));
    }
}

static void index_body(liveness *l, size_t index)
{
    const term_store *ts = horn_terms(l->h);
    const clause *c = horn_clause(l->h, index);
    uint32_t position = 0;
    for (size_t i = 0; i < c->n_body; i++) {
        for (uint32_t j = 0; j < horn_pred_arity(l->h, c->body[i].pred); j++, position++) {
            if (term_kind_of(ts, c->body[i].args[j]) != TERM_SYM) continue;
            bool is_new;
            uint32_t *slot = u32_map_put(&l->slot[index], c->body[i].args[j].id, &is_new);
            *slot = is_new ? position : SEVERAL;
        }
    }
}

static void visit_clause(liveness *l, size_t index)
{
    const term_store *ts = horn_terms(l->h);
    const clause *c = horn_clause(l->h, index);
    index_body(l, index);
    for (size_t i = 0; i < c->n_body; i++) {
        for (uint32_t j = 0; j < horn_pred_arity(l->h, c->body[i].pred); j++) {
            term t = c->body[i].args[j];
            if (term_kind_of(ts, t) == TERM_SYM && *u32_map_find(&l->slot[index], t.id) != SEVERAL) continue;
            make_live(l, c->body[i].pred, j);
            look_at(l, index, t);
        }
    }
    look_at(l, index, c->constraint);
}

static void find_live(liveness *l)
{
    for (size_t i = 0; i < horn_clause_count(l->h); i++) visit_clause(l, i);
    while (l->work.size) {
        uint32_t i = u32_vec_pop(&l->work);
        pred p = {u32_vec_pop(&l->work)};
        assert(arg_mask_has(&l->live, p, i));
        const u32_vec *defs = horn_clauses_of(l->h, p);
        for (size_t k = 0; k < defs->size; k++) look_at(l, defs->data[k], horn_clause(l->h, defs->data[k])->head.args[i]);
    }
}

static void liveness_init(liveness *l, const horn *h)
{
    size_t clauses = horn_clause_count(h);
    *l = (liveness){.h = h};
    arg_mask_init(&l->live, h);
    l->slot = alloc_zeroed(clauses + 1, sizeof(u32_map));
    l->seen = alloc_zeroed(clauses + 1, sizeof(u32_map));
}

/* Leaves `live`, which the back-translator owns from then on. */
static void liveness_release(liveness *l)
{
    for (size_t i = 0; i < horn_clause_count(l->h); i++) {
        u32_map_release(&l->slot[i]);
        u32_map_release(&l->seen[i]);
    }
    free(l->slot);
    free(l->seen);
    u32_vec_release(&l->work);
    term_vec_release(&l->stack);
}

static bool model_back(const back *base, const model *in, model *out, const limits *limit)
{
    (void)limit;
    arg_mask_model_back(&((const deadargs_back *)base)->live, base->before, base->after, in, out);
    return true;
}

/* The facts of the steps translated so far, one after the other. */
typedef struct fact_table {
    term_vec values;
    size_vec first; /* by step */
} fact_table;

/* A variable that is gone was a dead argument of a body atom, and has the value of the premise's fact, or occurs in a dead
 * argument of the head only, where any value does. */
static void values_of(const deadargs_back *b, const fact_table *facts, const step *s, const derivation *in, const clause *old, u32_map *value)
{
    const horn *h = b->base.before;
    const clause *new = horn_clause(b->base.after, s->clause);
    u32_map_clear(value);
    for (size_t i = 0; i < old->n_body; i++) {
        const term *fact = facts->values.data + facts->first.data[in->premises.data[s->premise + i]];
        for (size_t j = 0; j < horn_pred_arity(h, old->body[i].pred); j++) {
            if (!arg_mask_has(&b->live, old->body[i].pred, j)) *u32_map_put(value, old->body[i].args[j].id, NULL) = fact[j].id;
        }
    }
    for (size_t i = 0; i < new->n_vars; i++) *u32_map_put(value, new->vars[i].id, NULL) = in->values.data[s->value + i].id;
}

static bool translate_step(const deadargs_back *b, const derivation *in, size_t index, fact_table *facts, derivation *out)
{
    const horn *h = b->base.before;
    const step *s = &in->steps.data[index];
    const clause *old = horn_clause(h, s->clause);
    u32_map value;
    u32_map_init(&value);
    values_of(b, facts, s, in, old, &value);
    bool ok = true;
    term_vec values;
    term_vec_init(&values);
    for (size_t i = 0; i < old->n_vars; i++) {
        const uint32_t *v = u32_map_find(&value, old->vars[i].id);
        term t = v ? (term){*v} : eval_default(horn_terms(h), term_sort(horn_terms(h), old->vars[i]));
        ok &= !term_is_none(t);
        term_vec_push(&values, t);
    }
    if (ok) {
        uint32_t added = derivation_add(out, h, s->clause, in->premises.data + s->premise, values.data);
        size_vec_push(&facts->first, facts->values.size);
        ok = pred_is_false(old->head.pred) || derivation_fact(out, h, added, &facts->values);
    }
    term_vec_release(&values);
    u32_map_release(&value);
    return ok;
}

static bool derivation_back(const back *base, const derivation *in, derivation *out, const limits *limit)
{
    fact_table facts = {0};
    bool ok = true;
    for (size_t i = 0; i < in->steps.size && ok; i++) {
        ok = !limits_is_over(limit) && translate_step((const deadargs_back *)base, in, i, &facts, out);
    }
    term_vec_release(&facts.values);
    size_vec_release(&facts.first);
    return ok;
}

static void deadargs_back_free(back *base)
{
    deadargs_back *b = (deadargs_back *)base;
    arg_mask_release(&b->live);
    free(b);
}

horn *pass_deadargs(const horn *h, const limits *limit, back **out)
{
    (void)limit;
    liveness l;
    liveness_init(&l, h);
    find_live(&l);
    horn *after = NULL;
    if (!arg_mask_is_full(&l.live, h)) {
        after = arg_mask_apply(&l.live, h, NULL);
        deadargs_back *b = alloc_zeroed(1, sizeof *b);
        b->base = (back){model_back, derivation_back, deadargs_back_free, h, after};
        b->live = l.live;
        *out = &b->base;
    } else {
        arg_mask_release(&l.live);
    }
    liveness_release(&l);
    return after;
}
