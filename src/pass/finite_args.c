#include "pass/finite_args.h"

#include "base/alloc.h"
#include "term/dag.h"

#include <stdlib.h>

/* A value that an argument has got, and that clauses with its predicate in their body have not seen. */
typedef struct news {
    pred pred;
    uint32_t arg;
    term value;
} news;
VEC_DECLARE(news_vec, news);

enum { MAX_TRIED = 16 };

typedef struct finder {
    finite_args *f;
    term_store *ts;
    size_t max;
    news_vec news;
    u32_vec work; /* clauses to look at as a whole */
    bool *queued;
    substitution *by;
    possible_map known; /* of the clause at hand */
} finder;

static void enqueue(finder *x, uint32_t index)
{
    if (x->queued[index] || pred_is_false(horn_clause(x->f->h, index)->head.pred)) return;
    assert(index < horn_clause_count(x->f->h));
    x->queued[index] = true;
    u32_vec_push(&x->work, index);
}

static void enqueue_uses(finder *x, pred p)
{
    const u32_vec *uses = horn_uses_of(x->f->h, p);
    for (size_t i = 0; i < uses->size; i++) enqueue(x, uses->data[i]);
}

void finite_args_known(const finite_args *f, const clause *c, possible_map *out)
{
    for (size_t i = 0; i < c->n_body; i++) {
        uint32_t first = f->first[c->body[i].pred.id];
        for (size_t j = 0; j < horn_pred_arity(f->h, c->body[i].pred); j++) {
            if (f->many[first + j] || term_kind_of(horn_terms(f->h), c->body[i].args[j]) != TERM_SYM) continue;
            *possible_map_put(out, c->body[i].args[j].id, NULL) = &f->values[first + j];
        }
    }
}

static void give_up(finder *x, pred p, uint32_t arg)
{
    x->f->many[x->f->first[p.id] + arg] = true;
    enqueue_uses(x, p);
}

static void add_value(finder *x, pred p, uint32_t arg, term value)
{
    assert(arg < horn_pred_arity(x->f->h, p) && !x->f->many[x->f->first[p.id] + arg]);
    term_vec *values = &x->f->values[x->f->first[p.id] + arg];
    if (!possible_add(values, value)) return;
    if (values->size > x->max) give_up(x, p, arg);
    else news_vec_push(&x->news, (news){p, arg, value});
}

/* Values of the head's argument k, a term t under a constraint. */
static void conclude(finder *x, pred p, uint32_t k, term t, term constraint)
{
    term_vec values;
    term_vec_init(&values);
    if (possible_values(x->ts, t, constraint, &x->known, x->max, &values)) {
        for (size_t i = 0; i < values.size && !x->f->many[x->f->first[p.id] + k]; i++) add_value(x, p, k, values.data[i]);
    } else {
        give_up(x, p, k);
    }
    term_vec_release(&values);
}

static bool body_has_facts(const finder *x, const clause *c)
{
    for (size_t i = 0; i < c->n_body; i++)
        if (!x->f->has_fact[c->body[i].pred.id]) return false;
    return true;
}

/* Is there, for each symbol with a few known values, one with which the constraint is not plainly false? */
static bool is_possible(const finder *x, term constraint)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(x->ts, &constraint, 1, &symbols);
    bool possible = !term_is_equal(constraint, term_false(x->ts));
    for (size_t i = 0; i < symbols.size && possible; i++) {
        const term_vec **known = possible_map_find(&x->known, symbols.data[i].id);
        if (!known || (*known)->size > MAX_TRIED) continue;
        possible = false;
        for (size_t v = 0; v < (*known)->size && !possible; v++) {
            term with = dag_substitute(x->ts, constraint, &symbols.data[i], &(*known)->data[v], 1);
            possible = !term_is_equal(with, term_false(x->ts));
        }
    }
    term_vec_release(&symbols);
    return possible;
}

/* The head's arguments that depend on the symbol, for one value of it. */
static void flow_value(finder *x, const clause *c, term symbol, term value)
{
    assert(!pred_is_false(c->head.pred));
    substitution_clear(x->by);
    substitution_set(x->by, symbol, value);
    term constraint = TERM_NONE;
    for (uint32_t k = 0; k < horn_pred_arity(x->f->h, c->head.pred); k++) {
        term t = c->head.args[k];
        if (x->f->many[x->f->first[c->head.pred.id] + k] || !dag_has_symbol(x->ts, t, symbol)) continue;
        if (term_is_none(constraint)) {
            constraint = substitution_apply(x->by, c->constraint);
            if (!is_possible(x, constraint)) return;
        }
        conclude(x, c->head.pred, k, substitution_apply(x->by, t), constraint);
    }
}

static bool has_known_symbol(const finder *x, term t)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(x->ts, &t, 1, &symbols);
    bool found = false;
    for (size_t i = 0; i < symbols.size && !found; i++) found = possible_map_find(&x->known, symbols.data[i].id) != NULL;
    term_vec_release(&symbols);
    return found;
}

static void flow_all(finder *x, const clause *c)
{
    if (!body_has_facts(x, c) || term_is_equal(c->constraint, term_false(x->ts))) return;
    pred p = c->head.pred;
    if (!x->f->has_fact[p.id]) enqueue_uses(x, p);
    x->f->has_fact[p.id] = true;
    possible_map_clear(&x->known);
    finite_args_known(x->f, c, &x->known);
    for (uint32_t k = 0; k < horn_pred_arity(x->f->h, p); k++) {
        if (x->f->many[x->f->first[p.id] + k] || has_known_symbol(x, c->head.args[k])) continue;
        conclude(x, p, k, c->head.args[k], c->constraint);
    }
    for (size_t i = 0; i < c->n_vars; i++) {
        const term_vec **known = possible_map_find(&x->known, c->vars[i].id);
        for (size_t v = 0; known && v < (*known)->size; v++) flow_value(x, c, c->vars[i], (*known)->data[v]);
    }
}

static void flow_news(finder *x, news n)
{
    const u32_vec *uses = horn_uses_of(x->f->h, n.pred);
    for (size_t i = 0; i < uses->size; i++) {
        const clause *c = horn_clause(x->f->h, uses->data[i]);
        if (pred_is_false(c->head.pred) || x->queued[uses->data[i]] || !body_has_facts(x, c)) continue;
        possible_map_clear(&x->known);
        finite_args_known(x->f, c, &x->known);
        for (size_t k = 0; k < c->n_body; k++) {
            term t = pred_is_equal(c->body[k].pred, n.pred) ? c->body[k].args[n.arg] : TERM_NONE;
            if (!term_is_none(t) && possible_map_find(&x->known, t.id)) flow_value(x, c, t, n.value);
        }
    }
}

bool finite_args_find(finite_args *f, const horn *h, size_t max, const limits *limit)
{
    size_t preds = horn_pred_count(h);
    *f = (finite_args){.h = h};
    f->first = alloc_zeroed(preds + 1, sizeof *f->first);
    for (uint32_t i = 0; i < preds; i++) f->first[i + 1] = f->first[i] + (uint32_t)horn_pred_arity(h, (pred){i});
    f->values = alloc_zeroed(f->first[preds] + 1, sizeof *f->values);
    f->many = alloc_zeroed(f->first[preds] + 1, sizeof *f->many);
    f->has_fact = alloc_zeroed(preds + 1, sizeof *f->has_fact);
    finder x = {.f = f, .ts = horn_terms(h), .max = max, .by = substitution_new(horn_terms(h))};
    x.queued = alloc_zeroed(horn_clause_count(h) + 1, sizeof *x.queued);
    for (size_t i = horn_clause_count(h); i-- > 0;) enqueue(&x, (uint32_t)i);
    while ((x.work.size || x.news.size) && !limits_is_over(limit)) {
        if (x.work.size) {
            uint32_t index = u32_vec_pop(&x.work);
            x.queued[index] = false;
            flow_all(&x, horn_clause(h, index));
        } else {
            flow_news(&x, news_vec_pop(&x.news));
        }
    }
    for (uint32_t i = 0; i < f->first[preds]; i++) assert(f->many[i] || f->values[i].size <= max);
    bool done = !x.work.size && !x.news.size;
    substitution_free(x.by);
    possible_map_release(&x.known);
    news_vec_release(&x.news);
    u32_vec_release(&x.work);
    free(x.queued);
    return done;
}

void finite_args_release(finite_args *f)
{
    for (size_t i = 0; i < f->first[horn_pred_count(f->h)]; i++) term_vec_release(&f->values[i]);
    free(f->values);
    free(f->first);
    free(f->many);
    free(f->has_fact);
}
