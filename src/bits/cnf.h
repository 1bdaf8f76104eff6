#ifndef BITS_CNF_H
#define BITS_CNF_H

/* The part of a circuit that matters to some literals, as clauses: the variable of a node is its number, node 0 has none. */

#include "bits/circuit.h"
#include "bits/drat.h"

typedef struct cnf {
    const circuit *c;
    u32_vec is_done; /* by node */
    u32_vec stack;
    int_vec clauses; /* so far, each ends with 0 */
} cnf;

void cnf_init(cnf *f, const circuit *c);
void cnf_release(cnf *f);
/* Adds what a, no constant, depends on; its literal there. */
int cnf_literal(cnf *f, lit a);

#endif
