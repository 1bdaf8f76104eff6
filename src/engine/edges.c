#include "engine/edges.h"

#include "engine/clause_solver.h"
#include "logic/houdini.h"
#include "logic/implicant.h"
#include "term/dag.h"

#include <stdlib.h>

/* Solvers kept at a time. */
#define MAX_SOLVERS 256
#define EDGE_SECONDS 5.0

typedef struct edge {
    clause_solver of; /* nothing until it is asked; stopped where there are too many */
    uint64_t used;
} edge;

struct edges {
    const horn *h;
    term_store *ts;
    smt *beside; /* what the solvers share */
    edge *of; /* by clause */
    size_t n, n_solvers;
    uint64_t clock;
    double seconds; /* for one question */
    term_vec assumed, core; /* of the last question */
};

edges *edges_new(const horn *h, smt *beside)
{
    edges *e = alloc_zeroed(1, sizeof *e);
    *e = (edges){.h = h, .ts = horn_terms(h), .beside = beside, .n = horn_clause_count(h), .seconds = EDGE_SECONDS};
    e->of = alloc_zeroed(e->n ? e->n : 1, sizeof *e->of);
    return e;
}

void edges_set_seconds(edges *e, double seconds) { e->seconds = seconds > 0 ? seconds : EDGE_SECONDS; }

void edges_free(edges *e)
{
    for (size_t i = 0; i < e->n; i++) clause_solver_release(&e->of[i].of);
    free(e->of);
    term_vec_release(&e->assumed);
    term_vec_release(&e->core);
    free(e);
}

static void drop_oldest_solver(edges *e)
{
    assert(e->n_solvers);
    edge *oldest = NULL;
    for (size_t i = 0; i < e->n; i++)
        if (e->of[i].of.solver && (!oldest || e->of[i].used < oldest->used)) oldest = &e->of[i];
    assert(oldest);
    clause_solver_stop(&oldest->of);
    e->n_solvers--;
}

static edge *edge_of(edges *e, uint32_t index)
{
    assert(index < e->n);
    edge *g = &e->of[index];
    g->used = ++e->clock;
    if (!g->of.c) clause_solver_init(&g->of, e->h, index);
    if (!g->of.solver) {
        if (e->n_solvers == MAX_SOLVERS) drop_oldest_solver(e);
        clause_solver_start(&g->of, e->beside);
        e->n_solvers++;
    }
    assert(g->of.solver && e->n_solvers <= MAX_SOLVERS);
    return g;
}

static void assume(edges *e, const edge *g, size_t j, const term_vec *label)
{
    for (size_t i = 0; label && i < label->size; i++) term_vec_push(&e->assumed, clause_solver_at(&g->of, j, label->data[i]));
}

static edge *assume_body(edges *e, uint32_t index, term guard, const edge_labels *labels)
{
    assert(term_is_bool(e->ts, guard) && (labels || !horn_clause(e->h, index)->n_body));
    edge *g = edge_of(e, index);
    term_vec_clear(&e->assumed);
    dag_conjuncts(e->ts, guard, &e->assumed);
    for (size_t j = 0; j < horn_clause(e->h, index)->n_body; j++) {
        assume(e, g, j, labels[j].first);
        assume(e, g, j, labels[j].second);
        assume(e, g, j, labels[j].third);
    }
    return g;
}

static smt_result ask(edges *e, edge *g)
{
    assert(g->of.solver);
    smt_set_query_limit(g->of.solver, e->seconds);
    smt_result r = smt_check(g->of.solver, e->assumed.data, e->assumed.size);
    term_vec_clear(&e->core);
    if (r == SMT_UNSAT) smt_core(g->of.solver, &e->core);
    return r;
}

smt_result edges_feasible(edges *e, uint32_t index, term guard, const edge_labels *labels)
{
    return ask(e, assume_body(e, index, guard, labels));
}

smt_result edges_entail(edges *e, uint32_t index, term guard, const edge_labels *labels, term formula)
{
    const clause *c = horn_clause(e->h, index);
    edge *g = assume_body(e, index, guard, labels);
    if (!pred_is_false(c->head.pred))
        term_vec_push(&e->assumed, term_mk_not(e->ts, clause_solver_at_head(&g->of, formula)));
    return ask(e, g);
}

void edges_point(edges *e, uint32_t index, term_vec *out)
{
    assert(index < e->n && e->of[index].of.solver); /* it was asked */
    const clause *c = horn_clause(e->h, index);
    for (size_t i = 0; i < horn_pred_arity(e->h, c->head.pred); i++) term_vec_push(out, smt_value(e->of[index].of.solver, c->head.args[i]));
}

static void add_argument_symbols(const edges *e, atom a, term_vec *out) { dag_symbols(e->ts, a.args, horn_pred_arity(e->h, a.pred), out); }

/* Are all symbols of the literal among those? */
static bool is_over(const edges *e, term literal, const term_vec *symbols)
{
    term_vec own;
    term_vec_init(&own);
    dag_symbols(e->ts, &literal, 1, &own);
    bool yes = true;
    for (size_t i = 0; i < own.size && yes; i++) yes = term_vec_has(symbols, own.data[i]);
    term_vec_release(&own);
    return yes;
}

term edges_case(edges *e, uint32_t index, term guard)
{
    assert(index < e->n && e->of[index].of.solver && term_is_bool(e->ts, guard));
    const clause *c = horn_clause(e->h, index);
    term whole[] = {c->constraint, guard};
    term_vec literals, given, arguments;
    term_vec_init(&literals);
    term_vec_init(&given);
    term_vec_init(&arguments);
    for (size_t j = 0; j < c->n_body; j++) add_argument_symbols(e, c->body[j], &arguments);
    if (!pred_is_false(c->head.pred)) add_argument_symbols(e, c->head, &arguments);
    implicant_model model = {.solver = e->of[index].of.solver, .cost = implicant_size, .context = e->ts};
    bool ok = implicant_of_model(&model, e->ts, whole, 2, &literals);
    dag_conjuncts(e->ts, c->constraint, &given);
    size_t kept = 0;
    for (size_t i = 0; i < literals.size; i++)
        if (!term_vec_has(&given, literals.data[i]) && is_over(e, literals.data[i], &arguments)) literals.data[kept++] = literals.data[i];
    term made = ok ? term_mk_and(e->ts, literals.data, kept) : TERM_NONE;
    term_vec_release(&literals);
    term_vec_release(&given);
    term_vec_release(&arguments);
    return made;
}

bool edges_is_in_core(const edges *e, uint32_t index, size_t j, term formula)
{
    assert(index < e->n && j < horn_clause(e->h, index)->n_body);
    term here = clause_solver_at(&e->of[index].of, j, formula);
    for (size_t i = 0; i < e->core.size; i++)
        if (term_is_equal(e->core.data[i], here)) return true;
    return false;
}

term edges_head_value(edges *e, uint32_t index, term formula)
{
    assert(index < e->n && e->of[index].of.solver);
    const clause_solver *s = &e->of[index].of;
    return smt_value(s->solver, clause_solver_at_head(s, formula));
}

typedef struct filter {
    edges *e;
    term guard;
    const edge_labels *labels;
} filter;

static smt_result keeps(void *context, uint32_t index, term all)
{
    filter *f = context;
    return edges_entail(f->e, index, f->guard, f->labels, all);
}

static term value(void *context, uint32_t index, term candidate) { return edges_head_value(((filter *)context)->e, index, candidate); }

void edges_filter(edges *e, uint32_t index, term guard, const edge_labels *labels, term_vec *candidates)
{
    filter f = {e, guard, labels};
    houdini_filter(e->ts, &(houdini_question){keeps, value, &f}, index, candidates);
}
