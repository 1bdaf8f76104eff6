#include "engine/invgen/split.h"

#include "term/dag.h"

#include <stdlib.h>

/* More comparisons are not looked at. */
enum { MAX_COMPARISONS = 300 };

/* ---- comparisons over the parameters of a predicate ---- */

typedef struct reader {
    const term_store *ts;
    bool is_linear, has_any;
} reader;

static void read_summand(void *context, const rat *c, term t)
{
    reader *r = context;
    (void)c;
    if (term_is_none(t)) return;
    if (term_kind_of(r->ts, t) == TERM_TO_REAL) t = term_arg(r->ts, t, 0);
    r->is_linear = r->is_linear && term_kind_of(r->ts, t) == TERM_SYM;
    r->has_any = true;
}

/* Of numbers, linear, and not decided. */
static bool is_comparison(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    if ((k != TERM_LE && k != TERM_LT && k != TERM_EQ) || !term_is_arith(ts, term_arg(ts, t, 0)) || term_has_bound(ts, t)) return false;
    reader r = {ts, true, false};
    term_linear_each(ts, term_arg(ts, t, 0), read_summand, &r);
    term_linear_each(ts, term_arg(ts, t, 1), read_summand, &r);
    return r.is_linear && r.has_any;
}

/* A comparison and its negation make the same split. */
static term without_sign(term_store *ts, term t)
{
    term negated = term_mk_not(ts, t);
    return is_comparison(ts, negated) && negated.id < t.id ? negated : t;
}

/* The comparison over the clause's variables as one over the atom's parameters; TERM_NONE if it has others than those that are the atom's arguments. */
static term over_parameters(const horn *h, atom a, term t)
{
    term_store *ts = horn_terms(h);
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(ts, &t, 1, &symbols);
    substitution *s = substitution_new(ts);
    for (size_t i = 0; i < horn_pred_arity(h, a.pred); i++)
        if (term_kind_of(ts, a.args[i]) == TERM_SYM) substitution_set(s, a.args[i], horn_param(h, a.pred, i));
    bool all = true;
    for (size_t i = 0; i < symbols.size; i++) all = all && !term_is_none(substitution_get(s, symbols.data[i]));
    term out = all ? substitution_apply(s, t) : TERM_NONE;
    substitution_free(s);
    term_vec_release(&symbols);
    return !all || !is_comparison(ts, out) ? TERM_NONE : without_sign(ts, out);
}

/* ---- splits ---- */

static bool has_split(const horn *h, const model *m, pred p) { return !term_is_equal(model_get(m, p), term_true(horn_terms(h))); }

/* True if the predicate of the atom had none, and has this one now. */
static bool give(const horn *h, atom a, term t, model *m)
{
    if (pred_is_false(a.pred) || has_split(h, m, a.pred)) return false;
    term own = over_parameters(h, a, t);
    if (!term_is_none(own)) model_set(m, a.pred, own);
    return !term_is_none(own);
}

/* From one of the clause's predicates to the others. */
static bool carry(const horn *h, const clause *c, model *m)
{
    bool changed = false;
    for (size_t from = 0; from <= c->n_body; from++) {
        atom a = from < c->n_body ? c->body[from] : c->head;
        if (pred_is_false(a.pred) || !has_split(h, m, a.pred)) continue;
        term t = model_apply(m, h, a);
        changed |= give(h, c->head, t, m);
        for (size_t j = 0; j < c->n_body; j++) changed |= give(h, c->body[j], t, m);
    }
    return changed;
}

static bool is_same(const model *a, const model *b)
{
    for (size_t i = 0; i < a->formula.size; i++)
        if (!term_is_equal(a->formula.data[i], b->formula.data[i])) return false;
    return true;
}

static void add_split(const horn *h, atom a, term t, model_vec *out)
{
    model m;
    model_init(&m, h);
    bool any = give(h, a, t, &m);
    for (bool changed = any; changed;) {
        changed = false;
        for (size_t i = 0; i < horn_clause_count(h); i++) changed |= carry(h, horn_clause(h, i), &m);
    }
    for (size_t i = 0; i < out->size; i++) any = any && !is_same(&m, &out->data[i]);
    if (any) model_vec_push(out, m);
    else model_release(&m);
}

static size_t size_of(const horn *h, const model *m)
{
    size_t n = 0;
    for (uint32_t p = 0; p < horn_pred_count(h); p++) n += has_split(h, m, (pred){p});
    return n;
}

/* Those of more predicates before the others, otherwise in their order. */
static void sort_splits(const horn *h, model_vec *all)
{
    for (size_t i = 1; i < all->size; i++) {
        model m = all->data[i];
        size_t k = i;
        for (; k > 0 && size_of(h, &all->data[k - 1]) < size_of(h, &m); k--) all->data[k] = all->data[k - 1];
        all->data[k] = m;
    }
}

void invgen_splits(const horn *h, size_t most, model_vec *out)
{
    term_store *ts = horn_terms(h);
    size_t n = 0;
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < horn_clause_count(h) && n < MAX_COMPARISONS; i++) {
        const clause *c = horn_clause(h, i);
        term_vec_clear(&parts);
        dag_subterms(ts, &c->constraint, 1, &parts);
        for (size_t k = 0; k < parts.size; k++) {
            if (!is_comparison(ts, parts.data[k]) || n++ >= MAX_COMPARISONS) continue;
            for (size_t j = 0; j < c->n_body; j++) add_split(h, c->body[j], parts.data[k], out);
            add_split(h, c->head, parts.data[k], out);
        }
    }
    term_vec_release(&parts);
    sort_splits(h, out);
    while (out->size > most) model_release(&out->data[--out->size]);
}
