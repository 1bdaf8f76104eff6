#include "pass/arg_mask.h"

#include "base/alloc.h"
#include "term/dag.h"

#include <stdlib.h>

void arg_mask_init(arg_mask *m, const horn *h)
{
    size_t preds = horn_pred_count(h);
    m->first = alloc_zeroed(preds + 1, sizeof *m->first);
    for (uint32_t p = 0; p < preds; p++) m->first[p + 1] = m->first[p] + (uint32_t)horn_pred_arity(h, (pred){p});
    m->kept = alloc_zeroed(m->first[preds] + 1, sizeof(bool));
}

void arg_mask_release(arg_mask *m)
{
    free(m->first);
    free(m->kept);
    *m = (arg_mask){0};
}

bool arg_mask_is_full(const arg_mask *m, const horn *h)
{
    for (size_t i = 0; i < m->first[horn_pred_count(h)]; i++)
        if (!m->kept[i]) return false;
    return true;
}

static void add_pred(const arg_mask *m, const horn *h, pred p, horn *out)
{
    sort_vec sorts;
    sort_vec_init(&sorts);
    size_t arity = horn_pred_arity(h, p);
    for (size_t i = 0; i < arity; i++)
        if (arg_mask_has(m, p, i)) sort_vec_push(&sorts, horn_pred_sort(h, p, i));
    pred copy = horn_add_pred(out, horn_pred_name(h, p), sorts.data, sorts.size);
    assert(pred_is_equal(copy, p));
    for (size_t i = 0, j = 0; i < arity; i++) {
        if (!arg_mask_has(m, p, i)) continue;
        if (horn_arg_name(h, p, i)) horn_set_arg_name(out, copy, j, horn_arg_name(h, p, i));
        j++;
    }
    sort_vec_release(&sorts);
}

static void push_kept(const arg_mask *m, const horn *h, atom a, arg_mask_map *map, term_vec *out)
{
    if (pred_is_false(a.pred)) return;
    for (size_t i = 0; i < horn_pred_arity(h, a.pred); i++)
        if (arg_mask_has(m, a.pred, i)) term_vec_push(out, map ? map(horn_terms(h), a.args[i]) : a.args[i]);
}

static void add_clause(const arg_mask *m, const horn *h, const clause *c, arg_mask_map *map, horn *out)
{
    term_vec args;
    term_vec_init(&args);
    atom *body = alloc_zeroed(c->n_body + 1, sizeof *body);
    for (size_t i = 0; i < c->n_body; i++) push_kept(m, h, c->body[i], map, &args);
    push_kept(m, h, c->head, map, &args);
    const term *next = args.data;
    for (size_t i = 0; i < c->n_body; i++) {
        body[i] = (atom){c->body[i].pred, next};
        if (next) next += horn_pred_arity(out, c->body[i].pred);
    }
    assert(!args.size || next + (pred_is_false(c->head.pred) ? 0 : horn_pred_arity(out, c->head.pred)) == args.data + args.size);
    term constraint = map ? map(horn_terms(h), c->constraint) : c->constraint;
    horn_add_clause_like(out, body, c->n_body, constraint, (atom){c->head.pred, next}, c);
    free(body);
    term_vec_release(&args);
}

horn *arg_mask_apply(const arg_mask *m, const horn *h, arg_mask_map *map)
{
    horn *out = horn_new(horn_terms(h));
    if (horn_file(h)) horn_set_file(out, horn_file(h));
    for (uint32_t p = 0; p < horn_pred_count(h); p++) add_pred(m, h, (pred){p}, out);
    for (size_t i = 0; i < horn_clause_count(h); i++) add_clause(m, h, horn_clause(h, i), map, out);
    return out;
}

void arg_mask_model_back(const arg_mask *m, const horn *before, const horn *after, const model *in, model *out)
{
    term_vec from, to;
    term_vec_init(&from);
    term_vec_init(&to);
    for (uint32_t id = 0; id < horn_pred_count(before); id++) {
        pred p = {id};
        term_vec_clear(&from);
        term_vec_clear(&to);
        for (size_t i = 0; i < horn_pred_arity(before, p); i++) {
            if (!arg_mask_has(m, p, i)) continue;
            term_vec_push(&from, horn_param(after, p, from.size));
            term_vec_push(&to, horn_param(before, p, i));
        }
        model_set(out, p, dag_substitute(horn_terms(before), model_get(in, p), from.data, to.data, from.size));
    }
    term_vec_release(&from);
    term_vec_release(&to);
}
