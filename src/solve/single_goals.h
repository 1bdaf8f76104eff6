#ifndef SOLVE_SINGLE_GOALS_H
#define SOLVE_SINGLE_GOALS_H

/* Goals one by one, beside the question about all of them: so one that is hard costs the others nothing. First local proofs, which are cheap; then each
 * goal alone, in rounds, with twice the time in each. A model for one goal and a model for another one hold together, as they are about the same predicates: what is proved stays proved. */

#include "encode/encode.h"
#include "solve/solve.h"

typedef struct single_goals {
    const program *p;
    encoding *e; /* of the process that is forked: it is changed there */
    const bool *skip; /* by goal id: those that are settled */
    const solve_options *options;
} single_goals;

/* A worker_body; its context is a single_goals. It says PROVED, once or more for each goal that is, and RUN. */
void single_goals_body(void *context, int channel);

/* Raises is_unreachable[g] for goals of is_proved whose place the model excludes. */
void single_goals_find_unreachable(const encoding *e, const model *m, const limits *l, size_t n_goals, const bool *is_proved, bool *is_unreachable);

#endif
