/* Uninterpreted sorts have one element. A clause says something about all elements, so what holds in a universe holds in the part of it
 * that is a single element: there is a model iff there is one with such universes. Of these, everything is known: two elements are equal, an array of
 * elements is the constant one. All of it disappears.
 * That argument needs constraints that mean in the part what they mean in the whole. Those that quantify over elements, or compare
 * arrays that have elements as indices, do not; a problem with one is left alone.
 *
 * In a derivation all elements are then the same one, which is allowed in every universe. */

#include "base/alloc.h"
#include "pass/arg_mask.h"
#include "pass/passes.h"
#include "term/dag.h"
#include "term/eval.h"
#include "term/universe.h"

#include <stdlib.h>

typedef struct sorts_back {
    back base;
    arg_mask other; /* arguments of other sorts */
} sorts_back;

/* What pass_sorts has to do with a problem. */
typedef enum work { NOTHING, ONE_ELEMENT, TOO_MUCH } work;

static work work_on_sort(const term_store *ts, sort s)
{
    return !universe_is_in(ts, s) ? NOTHING : universe_is_single(ts, s) ? ONE_ELEMENT : TOO_MUCH;
}

static work more(work a, work b) { return a > b ? a : b; }

static work work_on_term(const term_store *ts, term t)
{
    work w = work_on_sort(ts, term_sort(ts, t));
    term_kind k = term_kind_of(ts, t);
    if (k != TERM_FORALL && k != TERM_EXISTS) return w;
    for (size_t i = 0; i < term_binder_count(ts, t); i++)
        if (universe_is_in(ts, term_binder_sort(ts, t, i))) w = TOO_MUCH;
    return w;
}

static work work_on_clauses(const horn *h)
{
    const term_store *ts = horn_terms(h);
    term_vec roots, all;
    term_vec_init(&roots);
    term_vec_init(&all);
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        term_vec_push(&roots, c->constraint);
        for (size_t k = 0; k < c->n_body; k++) term_vec_append(&roots, c->body[k].args, horn_pred_arity(h, c->body[k].pred));
        if (!pred_is_false(c->head.pred)) term_vec_append(&roots, c->head.args, horn_pred_arity(h, c->head.pred));
    }
    dag_subterms(ts, roots.data, roots.size, &all);
    work w = NOTHING;
    for (size_t i = 0; i < all.size && w != TOO_MUCH; i++) w = more(w, work_on_term(ts, all.data[i]));
    term_vec_release(&roots);
    term_vec_release(&all);
    return w;
}

static work work_on(const horn *h)
{
    if (!universe_is_used(horn_terms(h))) return NOTHING;
    work w = work_on_clauses(h);
    for (uint32_t p = 0; p < horn_pred_count(h); p++)
        for (size_t i = 0; i < horn_pred_arity(h, (pred){p}); i++) w = more(w, work_on_sort(horn_terms(h), horn_pred_sort(h, (pred){p}, i)));
    return w;
}

static bool model_back(const back *base, const model *in, model *out, const limits *limit)
{
    (void)limit;
    arg_mask_model_back(&((const sorts_back *)base)->other, base->before, base->after, in, out);
    return true;
}

/* A variable of another sort that is gone as well may have any value. */
static term value_of(term_store *ts, const step *s, const derivation *in, const clause *new, term var)
{
    const term *found = new->n_vars ? bsearch(&var, new->vars, new->n_vars, sizeof var, term_compare) : NULL;
    if (found) return in->values.data[s->value + (size_t)(found - new->vars)];
    return eval_default(ts, term_sort(ts, var));
}

static bool derivation_back(const back *base, const derivation *in, derivation *out, const limits *limit)
{
    term_vec values;
    term_vec_init(&values);
    size_t i = 0;
    for (; i < in->steps.size && !limits_is_over(limit); i++) {
        const step *s = &in->steps.data[i];
        const clause *old = horn_clause(base->before, s->clause);
        term_vec_clear(&values);
        for (size_t k = 0; k < old->n_vars; k++)
            term_vec_push(&values, value_of(horn_terms(base->before), s, in, horn_clause(base->after, s->clause), old->vars[k]));
        derivation_add(out, base->before, s->clause, in->premises.data + s->premise, values.data);
    }
    term_vec_release(&values);
    return i == in->steps.size;
}

static void sorts_back_free(back *base)
{
    sorts_back *b = (sorts_back *)base;
    arg_mask_release(&b->other);
    free(b);
}

horn *pass_sorts(const horn *h, const limits *limit, back **out)
{
    (void)limit;
    if (work_on(h) != ONE_ELEMENT) return NULL;
    sorts_back *b = alloc_zeroed(1, sizeof *b);
    arg_mask_init(&b->other, h);
    for (uint32_t p = 0; p < horn_pred_count(h); p++)
        for (size_t i = 0; i < horn_pred_arity(h, (pred){p}); i++)
            b->other.kept[b->other.first[p] + i] = !universe_is_in(horn_terms(h), horn_pred_sort(h, (pred){p}, i));
    horn *after = arg_mask_apply(&b->other, h, universe_of_one);
    b->base = (back){model_back, derivation_back, sorts_back_free, h, after};
    *out = &b->base;
    return after;
}
