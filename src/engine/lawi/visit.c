#include "engine/lawi/rules.h"

#include <stdlib.h>

void labels_of_parents(const unwinding *u, uint32_t v, edge_labels *out)
{
    for (size_t j = 0; j < unwinding_parent_count(u, v); j++) {
        uint32_t parent = unwinding_parents(u, v)[j];
        out[j] = (edge_labels){&unwinding_vertex(u, parent)->label, &unwinding_place(u, parent)->invariants, NULL};
    }
}

void visit_edge(unwinding *u, uint32_t v)
{
    edge_labels *labels = alloc_zeroed(unwinding_parent_count(u, v) + 1, sizeof *labels);
    labels_of_parents(u, v, labels);
    if (edges_feasible(u->edges, unwinding_vertex(u, v)->clause, labels) == SMT_UNSAT) unwinding_strengthen(u, v, term_false(u->ts));
    free(labels);
}
