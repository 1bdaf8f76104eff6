#ifndef BITS_PATTERNS_H
#define BITS_PATTERNS_H

/* A circuit under 64 assignments at once: a literal that is true in one of them need not be asked about. Those of the solver's models are
 * kept, since what comes next is often true in them, too. */

#include "bits/cnf.h"
#include "bits/sat.h"

VEC_DECLARE(u64_vec, uint64_t);

typedef struct patterns {
    const circuit *c;
    u64_vec values; /* by node; bit k is its value in assignment k */
    uint64_t chance;
    uint32_t next; /* assignment that the next model replaces */
} patterns;

void patterns_init(patterns *p, const circuit *c);
void patterns_release(patterns *p);
bool patterns_make_true(patterns *p, lit a); /* one of them does */
void patterns_learn(patterns *p, sat *solver, const cnf *known); /* the solver's last model */

#endif
