#include "engine/lawi/rules.h"

#include <stdlib.h>

static path_vertex vertex_of_path(const void *graph, uint32_t v)
{
    const unwinding *u = graph;
    const vertex *x = unwinding_vertex(u, v);
    path_vertex made = {.clause = x->clause, .guard = x->guard, .parents = unwinding_parents(u, v), .label = &x->label, .formula = x->formula};
    if (pred_is_false(x->pred)) return made;
    made.invariants = &u->places[x->pred.id].invariants;
    made.formula = term_mk_and2(u->ts, x->formula, u->places[x->pred.id].invariant);
    return made;
}

path_graph lawi_path_graph(unwinding *u) { return (path_graph){.h = u->h, .edges = u->edges, .vertex = vertex_of_path, .graph = u}; }

void lawi_labels_of_parents(const unwinding *u, uint32_t v, edge_labels *out)
{
    for (size_t j = 0; j < unwinding_parent_count(u, v); j++) {
        uint32_t parent = unwinding_parents(u, v)[j];
        out[j] = (edge_labels){&unwinding_vertex(u, parent)->label, &unwinding_place(u, parent)->invariants, NULL};
    }
}

static void keep_point(unwinding *u, vertex *x)
{
    edges_point(u->edges, x->clause, &x->point);
    for (size_t i = 0; i < x->point.size; i++)
        if (term_is_none(x->point.data[i])) {
            term_vec_clear(&x->point);
            return;
        }
}

bool lawi_visit_edge(unwinding *u, uint32_t v)
{
    edge_labels *labels = alloc_zeroed(unwinding_parent_count(u, v) + 1, sizeof *labels);
    lawi_labels_of_parents(u, v, labels);
    vertex *x = unwinding_vertex(u, v);
    phase begin = phase_begin(u);
    smt_result r = edges_feasible(u->edges, x->clause, x->guard, labels);
    term_vec_clear(&x->point);
    if (r == SMT_UNSAT) unwinding_strengthen(u, v, term_false(u->ts));
    if (r == SMT_SAT && !pred_is_false(x->pred)) keep_point(u, x);
    phase_end(u, begin, visit);
    free(labels);
    return r == SMT_SAT;
}
