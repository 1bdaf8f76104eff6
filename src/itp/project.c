#include "itp/project.h"

#include "itp/preference.h"
#include "logic/project.h"
#include "term/dag.h"

#define ELIMINATE_SECONDS 0.5

/* Reads and applications with something local in them. */
static term hide(void *context, term t, const term *args)
{
    question *q = context;
    term_store *ts = q->prover->ts;
    (void)args;
    if (term_has_quantifier(ts, t)) return t;
    term_kind kind = term_kind_of(ts, t);
    if ((kind != TERM_APP && kind != TERM_SELECT) || scope_has(q->scope, t)) return TERM_NONE;
    return term_mk_fresh(ts, "local", term_sort(ts, t));
}

/* They become local symbols: what is lost is that equal arguments give equal results. */
static term hide_local_terms(question *q, term t) { return dag_map(q->prover->ts, t, hide, q); }

static term eliminate(question *q, term t)
{
    itp *i = q->prover;
    term_vec locals;
    term_vec_init(&locals);
    scope_local_symbols(q->scope, &t, 1, &locals);
    t = project_exists(i->solver, i->ts, locals.data, locals.size, t, ELIMINATE_SECONDS);
    term_vec_release(&locals);
    return !term_is_none(t) && scope_has(q->scope, t) ? t : TERM_NONE;
}

/* A strong formula over shared symbols that the list entails, or TERM_NONE. */
static term eliminate_locals(question *q, const term_vec *list)
{
    term all = term_mk_and(q->prover->ts, list->data, list->size), hidden = hide_local_terms(q, all);
    return eliminate(q, hidden);
}

/* The part of the conjunction t that contradicts the list. */
static term weaken(question *q, term t, const term_vec *list)
{
    itp *i = q->prover;
    question w = {.prover = i, .scope = q->scope};
    term_vec_init(&w.a);
    term_vec_init(&w.b);
    dag_conjuncts(i->ts, t, &w.a);
    term_vec_append(&w.b, list->data, list->size);
    t = pair_shrink(&w) ? term_mk_and(i->ts, w.a.data, w.a.size) : TERM_NONE;
    term_vec_release(&w.a);
    term_vec_release(&w.b);
    return t;
}

term project_cubes(question *q)
{
    term_store *ts = q->prover->ts;
    term below = eliminate_locals(q, &q->a);
    if (!term_is_none(below)) below = weaken(q, below, &q->b);
    if (!term_is_none(below) && preference_count_atoms(ts, below) < 2) return below;
    term above = eliminate_locals(q, &q->b);
    if (!term_is_none(above)) above = weaken(q, above, &q->a);
    return preference_choose(ts, below, term_is_none(above) ? above : term_mk_not(ts, above));
}

static bool are_finite(const term_store *ts, const term_vec *symbols)
{
    for (size_t i = 0; i < symbols->size; i++) {
        sort_kind k = sort_kind_of(ts, term_sort(ts, symbols->data[i]));
        if (k != SORT_BV && k != SORT_BOOL) return false;
    }
    return true;
}

term project_instance(question *q, term where)
{
    itp *i = q->prover;
    term all = term_mk_and(i->ts, q->b.data, q->b.size);
    term_vec locals, values;
    term_vec_init(&locals);
    term_vec_init(&values);
    scope_local_symbols(q->scope, &all, 1, &locals);
    bool ok = are_finite(i->ts, &locals) && smt_check(i->solver, (term[]){all, where}, 2) == SMT_SAT;
    for (size_t k = 0; k < locals.size && ok; k++) {
        term_vec_push(&values, smt_value(i->solver, locals.data[k]));
        ok = !term_is_none(values.data[k]);
    }
    term above = ok ? dag_substitute(i->ts, all, locals.data, values.data, values.size) : TERM_NONE;
    if (!term_is_none(above) && !scope_has(q->scope, above)) above = TERM_NONE;
    if (!term_is_none(above)) above = weaken(q, above, &q->a);
    term_vec_release(&locals);
    term_vec_release(&values);
    return term_is_none(above) ? above : term_mk_not(i->ts, above);
}

term project_quantified(question *q)
{
    term_store *ts = q->prover->ts;
    term t = term_mk_and(ts, q->a.data, q->a.size);
    term_vec locals;
    term_vec_init(&locals);
    scope_local_symbols(q->scope, &t, 1, &locals);
    t = term_mk_exists(ts, locals.data, locals.size, t);
    term_vec_release(&locals);
    return scope_has(q->scope, t) ? t : TERM_NONE;
}
