#ifndef BASE_DIGRAPH_H
#define BASE_DIGRAPH_H

/* Directed graphs on numbered nodes, and their strongly connected components. A node's edges are given when it is added. */

#include "base/vec.h"

typedef struct digraph {
    u32_vec first, targets; /* the successors of v are targets[first[v] .. first[v + 1]), of the last node to the end */
} digraph;

void digraph_init(digraph *g);
void digraph_release(digraph *g);
void digraph_add_node(digraph *g); /* the next number */
void digraph_add_edge(digraph *g, uint32_t to); /* from the node that was added last; `to` may be added later */
size_t digraph_size(const digraph *g); /* nodes */

enum { DIGRAPH_UNREACHED = UINT32_MAX };

/* The components of what is reachable from the root; DIGRAPH_UNREACHED as root: of all nodes. Appends the nodes to `order` such that components are
 * contiguous and successors come first; component[v] is v's number, ascending in that order, or DIGRAPH_UNREACHED; is_cyclic[c] tells whether
 * component c has a cycle. `order` and `is_cyclic` may be NULL. */
void digraph_components(const digraph *g, uint32_t root, u32_vec *order, u32_vec *component, u32_vec *is_cyclic);

#endif
