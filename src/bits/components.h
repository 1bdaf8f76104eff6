#ifndef BITS_COMPONENTS_H
#define BITS_COMPONENTS_H

/* The blocks of a procedure in a weak topological order (Bourdoncle 1993): loops are nested components, each with its head first, and an
 * edge goes forward or to the head of a component around it. */

#include "encode/flow.h"

typedef struct component {
    uint32_t block;
    uint32_t end; /* of a head: the index after the last block of its loop; otherwise 0 */
} component;
VEC_DECLARE(component_vec, component);

void components_find(const program *p, proc f, const flow *w, component_vec *out);

#endif
