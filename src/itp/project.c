#include "itp/project.h"

#include "itp/taste.h"
#include "term/dag.h"

#define ELIMINATE_SECONDS 0.5

/* The strongest formula over shared symbols that the list entails, or TERM_NONE. */
static term eliminate_locals(question *q, const term_vec *list)
{
    itp *i = q->prover;
    term conjunction = term_mk_and(i->ts, list->data, list->size);
    term_vec locals;
    term_vec_init(&locals);
    scope_local_symbols(q->scope, &conjunction, 1, &locals);
    term t = smt_eliminate(i->solver, locals.data, locals.size, conjunction, ELIMINATE_SECONDS);
    term_vec_release(&locals);
    return !term_is_none(t) && scope_has(q->scope, t) ? t : TERM_NONE;
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
    if (!term_is_none(below) && taste_count_atoms(ts, below) < 2) return below;
    term above = eliminate_locals(q, &q->b);
    if (!term_is_none(above)) above = weaken(q, above, &q->a);
    return taste_choose(ts, below, term_is_none(above) ? above : term_mk_not(ts, above));
}
