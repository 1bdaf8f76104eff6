#include "pass/arrays/abstract.h"

#include "base/alloc.h"
#include "pass/clause_builder.h"
#include "pass/passes.h"
#include "term/eval.h"

#include <stdlib.h>

void abstract_roots(const horn *h, const clause *c, term_vec *out)
{
    term_vec_push(out, c->constraint);
    clause_builder_body_args(h, c, out);
    if (!pred_is_false(c->head.pred)) clause_builder_head_args(h, c, out);
}

static void abstract_args(const horn *h, atom a, abstraction *by)
{
    if (pred_is_false(a.pred)) return;
    term *args = (term *)a.args; /* the clause_builder's own copy */
    for (size_t i = 0; i < horn_pred_arity(h, a.pred); i++) args[i] = abstraction_apply(by, args[i]);
}

static void abstract_clause(const horn *h, const clause *c, abstraction *a, horn *out)
{
    term_store *ts = horn_terms(h);
    arena mem;
    term_vec roots;
    arena_init(&mem);
    term_vec_init(&roots);
    abstract_roots(h, c, &roots);
    clause d = clause_builder_copy(&mem, h, c);
    for (size_t i = 0; i < d.n_body; i++) abstract_args(h, d.body[i], a);
    abstract_args(h, d.head, a);
    term lemmas = abstraction_lemmas(a, roots.data, roots.size);
    term constraint = term_mk_and2(ts, abstraction_apply(a, c->constraint), lemmas);
    horn_add_clause_like(out, d.body, d.n_body, constraint, d.head, c);
    term_vec_release(&roots);
    arena_release(&mem);
}

static bool has_operation(const horn *h, abstraction *a)
{
    term_vec roots;
    term_vec_init(&roots);
    for (size_t i = 0; i < horn_clause_count(h); i++) abstract_roots(h, horn_clause(h, i), &roots);
    bool found = false;
    for (size_t i = 0; i < roots.size && !found; i++) found = !term_is_equal(roots.data[i], abstraction_apply(a, roots.data[i]));
    term_vec_release(&roots);
    return found;
}

horn *abstract_horn(const horn *h, abstraction *a)
{
    if (!has_operation(h, a)) return NULL;
    horn *out = horn_new(horn_terms(h));
    if (horn_file(h)) horn_set_file(out, horn_file(h));
    horn_copy_preds(out, h);
    for (size_t i = 0; i < horn_clause_count(h); i++) abstract_clause(h, horn_clause(h, i), a, out);
    return out;
}

/* A variable of h that has disappeared does not matter and has any value. */
static term value_of(const horn *h, const clause *c, const term *values, term var)
{
    for (size_t i = 0; i < c->n_vars; i++)
        if (term_is_equal(c->vars[i], var)) return values[i];
    return eval_default(horn_terms(h), term_sort(horn_terms(h), var));
}

void abstract_derivation_back(const horn *h, const horn *abstract, const derivation *in, derivation *out)
{
    term_vec values;
    term_vec_init(&values);
    for (size_t i = 0; i < in->steps.size; i++) {
        const step *s = &in->steps.data[i];
        const clause *c = horn_clause(h, s->clause), *d = horn_clause(abstract, s->clause);
        term_vec_clear(&values);
        for (size_t j = 0; j < c->n_vars; j++) term_vec_push(&values, value_of(h, d, in->values.data + s->value, c->vars[j]));
        derivation_add(out, h, s->clause, in->premises.data + s->premise, values.data);
    }
    term_vec_release(&values);
}

static bool model_back(const back *b, const model *in, model *out, const limits *limit)
{
    (void)limit;
    for (uint32_t p = 0; p < horn_pred_count(b->before); p++) model_set(out, (pred){p}, model_get(in, (pred){p}));
    return true;
}

static bool derivation_back(const back *b, const derivation *in, derivation *out, const limits *limit)
{
    (void)limit;
    abstract_derivation_back(b->before, b->after, in, out);
    return true;
}

static void back_free(back *b) { free(b); }

back *abstract_back_new(const horn *h, const horn *after)
{
    assert(horn_pred_count(h) == horn_pred_count(after) && horn_clause_count(h) == horn_clause_count(after));
    back *b = alloc_zeroed(1, sizeof *b);
    *b = (back){model_back, derivation_back, back_free, h, after};
    return b;
}

/* ---- the pass: division by numbers, which loses nothing ---- */

horn *pass_divisions(const horn *h, const limits *limit, back **out)
{
    (void)limit;
    abstraction *a = abstraction_new(horn_terms(h), ABSTRACT_DIVISIONS);
    horn *after = abstract_horn(h, a);
    abstraction_free(a);
    if (!after) return NULL;
    *out = abstract_back_new(h, after);
    return after;
}
