#include "engine/value_cases.h"

#include "term/dag.h"

#include <stdlib.h>

/* With fewer values a literal says which one it is anyway; more are too many cases. */
#define MIN_VALUES 3
#define MAX_VALUES 64

void value_cases_init(value_cases *v, const horn *h)
{
    size_t n = horn_pred_count(h);
    *v = (value_cases){.h = h, .arguments = alloc_zeroed(n + 1, sizeof *v->arguments), .is_split = alloc_zeroed(n + 1, sizeof *v->is_split)};
    for (uint32_t p = 0; p < n; p++) v->arguments[p] = alloc_zeroed(horn_pred_arity(h, (pred){p}) + 1, sizeof *v->arguments[p]);
}

void value_cases_release(value_cases *v)
{
    for (uint32_t p = 0; p < horn_pred_count(v->h); p++) {
        for (size_t i = 0; i < horn_pred_arity(v->h, (pred){p}); i++) term_vec_release(&v->arguments[p][i].values);
        free(v->arguments[p]);
    }
    free(v->arguments);
    free(v->is_split);
}

void value_cases_find(value_cases *v)
{
    value_classes classes;
    value_classes_init(&classes, v->h);
    for (uint32_t p = 0; p < horn_pred_count(v->h); p++)
        for (size_t i = 0; i < horn_pred_arity(v->h, (pred){p}); i++) {
            uint32_t class = value_classes_of(&classes, (pred){p}, i);
            value_argument *x = &v->arguments[p][i];
            if (class == NO_CLASS) continue;
            const term_vec *values = &classes.all.data[class].values;
            x->is_state = values->size >= MIN_VALUES && values->size <= MAX_VALUES;
            if (x->is_state) term_vec_append(&x->values, values->data, values->size);
        }
    value_classes_release(&classes);
}

bool value_cases_split(value_cases *v, pred p, term formula)
{
    bool any = false;
    for (size_t i = 0; i < horn_pred_arity(v->h, p); i++) {
        value_argument *x = &v->arguments[p.id][i];
        if (!x->is_state || x->is_split || !dag_has_symbol(horn_terms(v->h), formula, horn_param(v->h, p, i))) continue;
        x->is_split = v->is_split[p.id] = any = true;
    }
    return any;
}

bool value_cases_is_only_about_split(const value_cases *v, pred p, term formula)
{
    if (!v->is_split[p.id]) return false;
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(horn_terms(v->h), &formula, 1, &symbols);
    size_t known = 0;
    for (size_t i = 0; i < horn_pred_arity(v->h, p); i++) known += v->arguments[p.id][i].is_split && term_vec_has(&symbols, horn_param(v->h, p, i));
    bool all = known == symbols.size;
    term_vec_release(&symbols);
    return all;
}

term value_cases_of_point(const value_cases *v, pred p, const term_vec *point, const term *args)
{
    term_store *ts = horn_terms(v->h);
    term_vec equations;
    term_vec_init(&equations);
    for (size_t i = 0; i < point->size; i++) {
        const value_argument *x = &v->arguments[p.id][i];
        if (!x->is_split || term_is_none(point->data[i])) continue;
        term left = args ? args[i] : horn_param(v->h, p, i);
        if (term_vec_has(&x->values, point->data[i])) term_vec_push(&equations, term_mk_eq(ts, left, point->data[i]));
        for (size_t k = 0; k < x->values.size && !term_vec_has(&x->values, point->data[i]); k++)
            term_vec_push(&equations, term_mk_not(ts, term_mk_eq(ts, left, x->values.data[k])));
    }
    term made = term_mk_and(ts, equations.data, equations.size);
    term_vec_release(&equations);
    return made;
}
