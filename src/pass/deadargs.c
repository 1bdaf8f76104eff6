/* Dead-argument removal. An argument of a predicate is live if some clause with the predicate in its body looks at it: the
 * argument there is not a plain variable, or the variable occurs in the constraint, elsewhere in the body, or in a live argument
 * of the head. All others are dead, and disappear from every atom. */

#include "base/alloc.h"
#include "base/map.h"
#include "pass/passes.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>

/* Arguments of all predicates are numbered through: those of p begin at first[p]. */
typedef struct liveness {
    const horn *h;
    uint32_t *first;
    bool *live;
    u32_map *slot; /* by clause: variable -> the only argument of a body atom that it is, or SEVERAL */
    u32_map *seen; /* by clause: subterms already searched for variables that are looked at */
    u32_vec work; /* live arguments whose clauses are to be visited, as pairs of predicate and index */
    term_vec stack;
} liveness;

#define SEVERAL UINT32_MAX

typedef struct deadargs_back {
    back base;
    uint32_t *first;
    bool *live;
} deadargs_back;

static void make_live(liveness *l, pred p, uint32_t i)
{
    assert(l->first[p.id] + i < l->first[p.id + 1]);
    if (l->live[l->first[p.id] + i]) return;
    l->live[l->first[p.id] + i] = true;
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
        assert(l->live[l->first[p.id] + i]);
        const u32_vec *defs = horn_clauses_of(l->h, p);
        for (size_t k = 0; k < defs->size; k++) look_at(l, defs->data[k], horn_clause(l->h, defs->data[k])->head.args[i]);
    }
}

static void liveness_init(liveness *l, const horn *h)
{
    size_t preds = horn_pred_count(h), clauses = horn_clause_count(h);
    *l = (liveness){.h = h};
    l->first = alloc_zeroed(preds + 1, sizeof *l->first);
    for (uint32_t p = 0; p < preds; p++) l->first[p + 1] = l->first[p] + (uint32_t)horn_pred_arity(h, (pred){p});
    l->live = alloc_zeroed(l->first[preds] + 1, sizeof(bool));
    l->slot = alloc_zeroed(clauses + 1, sizeof(u32_map));
    l->seen = alloc_zeroed(clauses + 1, sizeof(u32_map));
}

/* Leaves `first` and `live`, which the back-translator owns from then on. */
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

static void add_pred(horn *out, const liveness *l, pred p)
{
    sort_vec sorts;
    sort_vec_init(&sorts);
    size_t arity = horn_pred_arity(l->h, p);
    const bool *live = l->live + l->first[p.id];
    for (size_t i = 0; i < arity; i++) {
        if (live[i]) sort_vec_push(&sorts, horn_pred_sort(l->h, p, i));
    }
    pred copy = horn_add_pred(out, horn_pred_name(l->h, p), sorts.data, sorts.size);
    assert(pred_is_equal(copy, p));
    for (size_t i = 0, j = 0; i < arity; i++) {
        if (live[i] && horn_arg_name(l->h, p, i)) horn_set_arg_name(out, copy, j, horn_arg_name(l->h, p, i));
        j += live[i];
    }
    sort_vec_release(&sorts);
}

static void push_live_args(const liveness *l, atom a, term_vec *out)
{
    if (pred_is_false(a.pred)) return;
    for (size_t i = 0; i < horn_pred_arity(l->h, a.pred); i++) {
        if (l->live[l->first[a.pred.id] + i]) term_vec_push(out, a.args[i]);
    }
}

static void add_clause(horn *out, const liveness *l, const clause *c)
{
    term_vec args;
    term_vec_init(&args);
    atom *body = alloc_zeroed(c->n_body + 1, sizeof *body);
    for (size_t i = 0; i < c->n_body; i++) push_live_args(l, c->body[i], &args);
    push_live_args(l, c->head, &args);
    const term *next = args.data;
    for (size_t i = 0; i < c->n_body; i++) {
        body[i] = (atom){c->body[i].pred, next};
        if (next) next += horn_pred_arity(out, c->body[i].pred);
    }
    assert(!args.size || next + (pred_is_false(c->head.pred) ? 0 : horn_pred_arity(out, c->head.pred)) == args.data + args.size);
    horn_add_clause(out, body, c->n_body, c->constraint, (atom){c->head.pred, next}, c->line);
    free(body);
    term_vec_release(&args);
}

static horn *build(const liveness *l)
{
    horn *out = horn_new(horn_terms(l->h));
    if (horn_file(l->h)) horn_set_file(out, horn_file(l->h));
    for (uint32_t p = 0; p < horn_pred_count(l->h); p++) add_pred(out, l, (pred){p});
    for (size_t i = 0; i < horn_clause_count(l->h); i++) add_clause(out, l, horn_clause(l->h, i));
    return out;
}

static bool model_back(const back *base, const model *in, model *out, const limits *limit)
{
    (void)limit;
    const deadargs_back *b = (const deadargs_back *)base;
    const horn *h = base->before;
    term_vec from, to;
    term_vec_init(&from);
    term_vec_init(&to);
    for (uint32_t id = 0; id < horn_pred_count(h); id++) {
        pred p = {id};
        term_vec_clear(&from);
        term_vec_clear(&to);
        for (size_t i = 0; i < horn_pred_arity(h, p); i++) {
            if (!b->live[b->first[id] + i]) continue;
            term_vec_push(&from, horn_param(base->after, p, from.size));
            term_vec_push(&to, horn_param(h, p, i));
        }
        model_set(out, p, dag_substitute(horn_terms(h), model_get(in, p), from.data, to.data, from.size));
    }
    term_vec_release(&from);
    term_vec_release(&to);
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
            if (!b->live[b->first[old->body[i].pred.id] + j]) *u32_map_put(value, old->body[i].args[j].id, NULL) = fact[j].id;
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
    free(b->first);
    free(b->live);
    free(b);
}

static bool has_dead(const liveness *l)
{
    for (size_t i = 0; i < l->first[horn_pred_count(l->h)]; i++) {
        if (!l->live[i]) return true;
    }
    return false;
}

horn *pass_deadargs(const horn *h, const limits *limit, back **out)
{
    (void)limit;
    liveness l;
    liveness_init(&l, h);
    find_live(&l);
    horn *after = NULL;
    if (has_dead(&l)) {
        after = build(&l);
        deadargs_back *b = alloc_zeroed(1, sizeof *b);
        b->base = (back){model_back, derivation_back, deadargs_back_free, h, after};
        b->first = l.first;
        b->live = l.live;
        *out = &b->base;
    } else {
        free(l.first);
        free(l.live);
    }
    liveness_release(&l);
    return after;
}
