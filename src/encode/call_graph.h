#ifndef ENCODE_CALL_GRAPH_H
#define ENCODE_CALL_GRAPH_H

/* Who calls whom, as far as it can be reached from the entry procedure. */

#include "encode/flow.h"

typedef struct call_graph {
    const program *p;
    flow *flows; /* by procedure; only those of reachable procedures are filled */
    u32_vec *calls; /* by procedure: the callee of each reachable call statement, in the flow's order */
    u32_vec order; /* reachable procedures; the members of a cycle are contiguous, callees come before callers */
    u32_vec component; /* by procedure: number of its strongly connected component, ascending in `order` */
    u32_vec is_reachable, is_recursive, is_called; /* by procedure */
} call_graph;

call_graph *call_graph_new(const program *p);
void call_graph_free(call_graph *g);

#endif
