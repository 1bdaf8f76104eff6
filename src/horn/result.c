#include "horn/result.h"

#include "base/alloc.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>
#include <string.h>

/* ---- models ---- */

void model_init(model *m, const horn *h)
{
    term_vec_init(&m->formula);
    for (size_t i = 0; i < horn_pred_count(h); i++) term_vec_push(&m->formula, term_true(horn_terms(h)));
    term_vec_init(&m->function);
    for (size_t i = 0; i < horn_function_count(h); i++) term_vec_push(&m->function, eval_default(horn_terms(h), horn_function_at(h, i).result));
}

void model_release(model *m)
{
    term_vec_release(&m->formula);
    term_vec_release(&m->function);
}

term model_get(const model *m, pred p)
{
    assert(p.id < m->formula.size);
    return m->formula.data[p.id];
}

void model_set(model *m, pred p, term formula)
{
    assert(p.id < m->formula.size);
    assert(!term_is_none(formula));
    m->formula.data[p.id] = formula;
}

term model_apply(const model *m, const horn *h, atom a)
{
    assert(!pred_is_false(a.pred) && m->formula.size == horn_pred_count(h));
    size_t n = horn_pred_arity(h, a.pred);
    term_vec params;
    term_vec_init(&params);
    for (size_t i = 0; i < n; i++) term_vec_push(&params, horn_param(h, a.pred, i));
    term t = dag_substitute(horn_terms(h), model_get(m, a.pred), params.data, a.args, n);
    term_vec_release(&params);
    return t;
}

term model_refute_clause(const model *m, const horn *h, const clause *c)
{
    term_store *ts = horn_terms(h);
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, c->constraint);
    for (size_t i = 0; i < c->n_body; i++) term_vec_push(&parts, model_apply(m, h, c->body[i]));
    if (!pred_is_false(c->head.pred)) term_vec_push(&parts, term_mk_not(ts, model_apply(m, h, c->head)));
    term t = term_mk_and(ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

/* ---- derivations ---- */

void derivation_init(derivation *d)
{
    step_vec_init(&d->steps);
    u32_vec_init(&d->premises);
    term_vec_init(&d->values);
    d->is_outline = false;
}

void derivation_release(derivation *d)
{
    step_vec_release(&d->steps);
    u32_vec_release(&d->premises);
    term_vec_release(&d->values);
}

uint32_t derivation_add(derivation *d, const horn *h, uint32_t clause_index, const uint32_t *premises, const term *values)
{
    const clause *c = horn_clause(h, clause_index);
    for (size_t i = 0; i < c->n_body; i++) {
        assert(premises[i] < d->steps.size); /* what a step needs comes before it */
        assert(pred_is_equal(horn_clause(h, d->steps.data[premises[i]].clause)->head.pred, c->body[i].pred));
    }
    for (size_t i = 0; i < c->n_vars; i++) assert(sort_is_equal(term_sort(horn_terms(h), values[i]), term_sort(horn_terms(h), c->vars[i])));
    step s = {clause_index, (uint32_t)d->premises.size, (uint32_t)d->values.size};
    u32_vec_append(&d->premises, premises, c->n_body);
    term_vec_append(&d->values, values, c->n_vars);
    step_vec_push(&d->steps, s);
    return (uint32_t)d->steps.size - 1;
}

bool derivation_fact(const derivation *d, const horn *h, uint32_t index, term_vec *out)
{
    assert(index < d->steps.size);
    const step *s = &d->steps.data[index];
    const clause *c = horn_clause(h, s->clause);
    if (pred_is_false(c->head.pred)) return true;
    evaluator *e = evaluator_new(horn_terms(h));
    for (size_t i = 0; i < c->n_vars && !horn_function_count(h); i++) evaluator_set(e, c->vars[i], d->values.data[s->value + i]);
    bool ok = true;
    for (size_t i = 0; i < horn_pred_arity(h, c->head.pred) && ok; i++) {
        term value = horn_function_count(h) ? dag_substitute(horn_terms(h), c->head.args[i], c->vars, d->values.data + s->value, c->n_vars)
                                            : evaluator_eval(e, c->head.args[i], NULL);
        ok = !term_is_none(value);
        if (ok) term_vec_push(out, value);
    }
    evaluator_free(e);
    return ok;
}

size_t derivation_depth(const derivation *d, const horn *h)
{
    u32_vec depth;
    u32_vec_init(&depth);
    for (size_t i = 0; i < d->steps.size; i++) {
        const step *s = &d->steps.data[i];
        uint32_t own = 0;
        for (size_t k = 0; k < horn_clause(h, s->clause)->n_body; k++) {
            uint32_t premise = depth.data[d->premises.data[s->premise + k]];
            if (premise >= own) own = premise + 1;
        }
        u32_vec_push(&depth, own);
    }
    size_t last = depth.size ? u32_vec_last(&depth) : 0;
    u32_vec_release(&depth);
    return last;
}

void derivation_trim(derivation *d, const horn *h)
{
    if (!d->steps.size) return;
    u32_vec needed;
    u32_vec_init(&needed);
    u32_vec_resize(&needed, d->steps.size);
    needed.data[d->steps.size - 1] = 1;
    for (size_t i = d->steps.size; i-- > 0;) {
        if (!needed.data[i]) continue;
        const step *s = &d->steps.data[i];
        for (size_t k = 0; k < horn_clause(h, s->clause)->n_body; k++) needed.data[d->premises.data[s->premise + k]] = 1;
    }
    derivation kept;
    derivation_init(&kept);
    u32_vec premises;
    u32_vec_init(&premises);
    for (size_t i = 0; i < d->steps.size; i++) {
        if (!needed.data[i]) continue;
        const step *s = &d->steps.data[i];
        u32_vec_clear(&premises);
        for (size_t k = 0; k < horn_clause(h, s->clause)->n_body; k++)
            u32_vec_push(&premises, needed.data[d->premises.data[s->premise + k]]);
        needed.data[i] = derivation_add(&kept, h, s->clause, premises.data, d->values.data + s->value);
    }
    u32_vec_release(&needed);
    u32_vec_release(&premises);
    assert(kept.steps.size > 0 && kept.steps.size <= d->steps.size);
    derivation_release(d);
    *d = kept;
}

/* ---- results ---- */

void result_init(result *r)
{
    memset(r, 0, sizeof *r);
    r->bound = -1;
}

void result_release(result *r)
{
    model_release(&r->model);
    derivation_release(&r->derivation);
    free(r->reason);
    result_init(r);
}

/* What solvers say may have many lines, with clauses and all: of that, the first line is told. */
static void keep_first_line(text *why)
{
    size_t n = strcspn(why->data, "\n");
    bool is_cut = n < why->size;
    while (is_cut && n > 0 && strchr(" :,;", why->data[n - 1])) n--;
    why->size = n;
    why->data[n] = '\0';
}

void result_set_unknown(result *r, const char *format, ...)
{
    text why;
    text_init(&why);
    va_list args;
    va_start(args, format);
    text_vprintf(&why, format, args);
    va_end(args);
    keep_first_line(&why);
    model_release(&r->model);
    derivation_release(&r->derivation);
    free(r->reason);
    r->answer = ANSWER_UNKNOWN;
    r->reason = text_take(&why);
}
