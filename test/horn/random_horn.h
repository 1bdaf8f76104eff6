#ifndef TEST_HORN_RANDOM_HORN_H
#define TEST_HORN_RANDOM_HORN_H

/* Small random Horn problems, for testing by laws. Clauses share the names of their variables, have loops, joins, local
 * variables, equations, constants, compound arguments, unreachable and useless predicates; about as many are unsafe as safe. */

#include "horn/horn.h"

typedef struct random_horn_shape {
    uint32_t max_preds, max_args, max_extra_clauses;
    uint32_t max_body; /* 1: linear */
    bool reals; /* Real arguments besides Int and Bool */
    bool datatypes; /* and some of an enumeration of three, of what is one of these or none, of a record of that, and, if not bounded, of lists of Int */
    /* Every argument of a derivable fact is a Bool, one of 0, 1, 2, or of a finite datatype, and so is every variable of a clause instance that
     * derives one, so that least_model.h decides the problem. Otherwise there are no such bounds. */
    bool bounded;
} random_horn_shape;

/* A good shape for most tests: up to 4 predicates of up to 3 arguments, up to two atoms in a body, Int, Bool and Real. */
random_horn_shape random_horn_small(bool bounded);

/* The caller frees it. `state` is the state of the generator of random numbers, and moves on; any seed will do. */
horn *random_horn(term_store *ts, uint64_t *state, const random_horn_shape *shape);

uint32_t random_below(uint64_t *state, uint32_t n); /* 0 .. n - 1 */
static inline bool random_chance(uint64_t *state, uint32_t percent) { return random_below(state, 100) < percent; }

#endif
