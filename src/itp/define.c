#include "itp/define.h"

#include "logic/equation.h"
#include "term/dag.h"

/* The first local symbol. */
static bool is_better(void *context, term candidate, term best) { return term_is_none(best) && !scope_has(context, candidate); }

/* Takes literal k out and puts its definition into the others. */
static void apply(term_store *ts, term_vec *list, size_t k, const definition *d)
{
    assert(k < list->size && !dag_has_symbol(ts, d->value, d->symbol)); /* so the symbol is gone afterwards */
    assert(sort_is_equal(term_sort(ts, d->symbol), term_sort(ts, d->value)));
    term_vec made;
    term_vec_init(&made);
    for (size_t j = 0; j < list->size; j++)
        if (j != k) dag_conjuncts(ts, dag_substitute(ts, list->data[j], &d->symbol, &d->value, 1), &made);
    term_vec_release(list);
    *list = made;
}

void define_locals(term_store *ts, scope *s, term_vec *list)
{
    definition d;
    for (size_t k = 0; k < list->size;) {
        if (term_has_quantifier(ts, list->data[k]) || !equation_define(ts, list->data[k], is_better, s, &d)) {
            k++;
        } else {
            apply(ts, list, k, &d);
            k = 0;
        }
    }
}
