#include "smt/lazy.h"

#include "term/abstraction.h"
#include "term/dag.h"

/* Gives e the values that the solver's model has for the symbols of the roots. False if it cannot tell one. */
static bool read_values(smt *solver, term_store *ts, const term *roots, size_t n, evaluator *e)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(ts, roots, n, &symbols);
    evaluator_clear(e);
    bool ok = true;
    for (size_t i = 0; i < symbols.size && ok; i++) {
        term value = smt_value(solver, symbols.data[i]);
        ok = !term_is_none(value);
        if (ok) evaluator_set(e, symbols.data[i], value);
    }
    term_vec_release(&symbols);
    return ok;
}

static bool holds(const term_store *ts, evaluator *e, term t)
{
    bool div0 = false;
    term value = evaluator_eval(e, t, &div0);
    return !div0 && term_is_equal(value, term_true(ts));
}

/* One model of the abstraction: the answer, or SMT_UNKNOWN and *learnt tells how many lemmas are new. */
static smt_result try_once(smt *solver, term_store *ts, term t, abstraction *a, evaluator *e, size_t *learnt)
{
    term lemmas = abstraction_lemmas(a, &t, 1), abstract = abstraction_apply(a, t);
    *learnt = 0;
    smt_push(solver);
    smt_assert(solver, lemmas);
    smt_assert(solver, abstract);
    smt_result found = smt_check(solver, NULL, 0);
    if (found == SMT_SAT) {
        bool known = read_values(solver, ts, (term[]){t, abstract, lemmas}, 3, e);
        if (!known || !holds(ts, e, t)) found = SMT_UNKNOWN;
        if (known && found == SMT_UNKNOWN) *learnt = abstraction_learn(a, &t, 1, e);
    }
    smt_pop(solver, 1);
    return found;
}

smt_result lazy_check(term_store *ts, term t, size_t rounds, const limits *limit, stats *counters, evaluator *values)
{
    abstraction *a = abstraction_new(ts, ABSTRACT_ALL);
    evaluator *own = values ? NULL : evaluator_new(ts), *e = values ? values : own;
    smt *solver = smt_new(ts, limit, counters);
    smt_result found = SMT_UNKNOWN;
    size_t learnt = 1;
    for (size_t i = 0; i < rounds && found == SMT_UNKNOWN && learnt && !limits_is_over(limit); i++) {
        found = try_once(solver, ts, t, a, e, &learnt);
    }
    smt_free(solver);
    evaluator_free(own);
    abstraction_free(a);
    return found;
}
