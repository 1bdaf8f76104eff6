#ifndef TESTGEN_EXPLORE_H
#define TESTGEN_EXPLORE_H

/* Tests by directed execution (DART, SAGE): follows a run, and solves for inputs that leave it where another way leads to a goal that is
 * wanted, the nearest goal first. It proves nothing, and what it solves is small: the conditions of one run that share inputs with the one
 * that is to change, in which addresses are numbers. So it gets far into large programs in a short time. */

#include "program/concolic.h"

typedef struct explore_options {
    const program *p;
    bool (*is_wanted)(void *user, goal g); /* no run has reached it */
    void (*found)(void *user, const concolic_run *r); /* a run that comes by goals that are wanted: they are not wanted any more */
    void *user;
} explore_options;

/* It ends when it has found nothing for so many seconds, and for this share of the time it took to find all that it has found so far. */
typedef struct explore_effort {
    double patience, patience_share;
    limits limits;
} explore_effort;

typedef struct explore_counts {
    size_t runs, queries, solved;
} explore_counts;

typedef struct explorer explorer;
explorer *explorer_new(const explore_options *options);
void explorer_free(explorer *x);
/* Begins with the run on these inputs (and values near 0 behind them), and goes on from it and from earlier runs. True if the limits have ended it
 * when it might have found more. */
bool explorer_run(explorer *x, const term_vec *inputs, const explore_effort *effort);
explore_counts explorer_counts(const explorer *x);

#endif
