#ifndef ABSINT_WTO_H
#define ABSINT_WTO_H

/* Weak topological orders (Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993): the nodes of a graph in an order with nested
 * components, such that every edge that goes back goes to the head of a component that its source is in. Iteration is stable when the heads are. */

#include "base/digraph.h"

typedef struct wto_element {
    uint32_t node;
    uint32_t end; /* the component of which the node is the head: elements up to before `end`; 0: it is no head */
} wto_element;
VEC_DECLARE(wto_element_vec, wto_element);

/* Of all nodes. `rank`, by node: of a component the node of least rank is the head. */
void wto_build(const digraph *g, const uint32_t *rank, wto_element_vec *out);

#endif
