#include "disguise.h"

#include "term/dag.h"

#include <stdlib.h>

enum { MAX_ARITY = 16 };

static term disguise_int(term_store *ts, term x, disguise how)
{
    term two = term_mk_int(ts, 2), more = term_mk_add2(ts, x, term_mk_int(ts, 4)), b = term_mk_int_to_bv(ts, 8, x);
    if (how == DIVISIONS) return term_mk_add2(ts, term_mk_mul2(ts, two, term_mk_idiv(ts, x, two)), term_mk_mod(ts, x, two));
    if (how == PRODUCTS) return term_mk_idiv(ts, term_mk_mul2(ts, x, more), more);
    term low = term_mk_bv_binary(ts, TERM_BV_AND, b, term_mk_int_to_bv(ts, 8, more));
    return term_mk_bv_to_nat(ts, term_mk_bv_binary(ts, TERM_BV_OR, low, b));
}

/* Two variables are enough: each quotient and remainder is one more to enumerate. */
static term disguise_vars(term_store *ts, const clause *c, disguise how, substitution *s)
{
    term bounds = term_true(ts);
    size_t n = 0;
    for (size_t i = 0; i < c->n_vars && n < 2; i++) {
        if (sort_kind_of(ts, term_sort(ts, c->vars[i])) != SORT_INT) continue;
        substitution_set(s, c->vars[i], disguise_int(ts, c->vars[i], how));
        bounds = term_mk_and2(ts, bounds, term_mk_le(ts, c->vars[i], term_mk_int(ts, 255)));
        n++;
    }
    return bounds;
}

horn *disguise_problem(const horn *h, disguise how)
{
    term_store *ts = horn_terms(h);
    horn *out = horn_new(ts);
    horn_copy_preds(out, h);
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        substitution *s = substitution_new(ts);
        term bounds = disguise_vars(ts, c, how, s);
        term constraint = term_mk_and(ts, (term[]){c->constraint, substitution_apply(s, c->constraint), bounds}, 3);
        term args[MAX_ARITY];
        size_t arity = pred_is_false(c->head.pred) ? 0 : horn_pred_arity(h, c->head.pred);
        assert(arity <= MAX_ARITY);
        for (size_t j = 0; j < arity; j++) args[j] = substitution_apply(s, c->head.args[j]);
        horn_add_clause(out, c->body, c->n_body, constraint, (atom){c->head.pred, args}, c->line);
        substitution_free(s);
    }
    return out;
}
