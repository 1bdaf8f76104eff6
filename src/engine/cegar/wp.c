/* Weakest preconditions along a counterexample, in the form that clauses have: the pre-images of the query. Their complements are the weakest
 * interpolants of a path. */

#include "engine/cegar/graph.h"
#include "logic/project.h"
#include "term/dag.h"

#define PROJECTION_SECONDS 1.0

/* The formula over the arguments of node k alone; TERM_NONE if that takes too long. */
static term project_to(cegar_graph *g, size_t k, term formula)
{
    const path *p = &g->path;
    pred q = cegar_vertex_at(g, p->nodes.data[k].vertex)->pred;
    const term *args = p->terms.data + p->nodes.data[k].args;
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(g->ts, &formula, 1, &symbols);
    size_t kept = 0;
    for (size_t i = 0; i < symbols.size; i++) {
        bool is_argument = false;
        for (size_t j = 0; j < horn_pred_arity(g->h, q) && !is_argument; j++) is_argument = term_is_equal(args[j], symbols.data[i]);
        if (!is_argument) symbols.data[kept++] = symbols.data[i];
    }
    term made = project_exists(g->path_solver, g->ts, symbols.data, kept, formula, PROJECTION_SECONDS);
    term_vec_release(&symbols);
    return made;
}

/* Pre-images for the premises of node k, of which `goal` is what leads to the query. Of several premises each is looked at with the labels of the others. */
static void step_back(cegar_graph *g, size_t k, term goal, term_vec *images)
{
    path *p = &g->path;
    u32_vec premises;
    u32_vec_init(&premises);
    path_premises(p, k, &premises);
    term whole = term_mk_and2(g->ts, p->nodes.data[k].formula, goal);
    for (size_t j = 0; j < premises.size; j++) {
        term formula = whole;
        for (size_t i = 0; i < premises.size; i++) {
            uint32_t other = premises.data[i];
            if (i != j) formula = term_mk_and2(g->ts, formula, path_at(p, other, cegar_vertex_at(g, p->nodes.data[other].vertex)->formula));
        }
        images->data[premises.data[j]] = project_to(g, premises.data[j], formula);
    }
    u32_vec_release(&premises);
}

void cegar_preconditions(cegar_graph *g, term_vec *out)
{
    path *p = &g->path;
    size_t n = p->nodes.size;
    term_vec images;
    term_vec_init(&images);
    for (size_t k = 0; k < n; k++) term_vec_push(&images, TERM_NONE);
    images.data[n - 1] = term_true(g->ts);
    for (size_t k = n; k-- > 0 && !limits_is_over(&g->context->limits);)
        if (!p->nodes.data[k].cut && !term_is_none(images.data[k])) step_back(g, k, images.data[k], &images);
    term_vec_clear(out);
    for (size_t k = 0; k + 1 < n; k++) term_vec_push(out, term_is_none(images.data[k]) ? TERM_NONE : path_label(p, k, images.data[k]));
    term_vec_release(&images);
}
