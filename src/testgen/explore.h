#ifndef TESTGEN_EXPLORE_H
#define TESTGEN_EXPLORE_H

/* Tests by directed execution (DART, SAGE): follows a run, and solves for inputs that leave it where another way leads to a goal that is
 * wanted, the nearest goal first. It proves nothing, and what it solves is small: the conditions of one run that share inputs with the one
 * that is to change, in which addresses are numbers. So it gets far into large programs in a short time. */

#include "program/follow.h"

typedef struct explore_options {
    const program *p;
    bool (*is_wanted)(void *user, goal g); /* no run has reached it; once false, it stays so */
    void (*found)(void *user, const followed *r); /* a run that comes by goals that are wanted */
    void *user;
    /* It ends when it has found nothing for so many seconds, and for this share of the time it took to find what it has found. */
    double patience, patience_share;
    limits limits;
} explore_options;

typedef struct explore_counts {
    size_t runs, queries, solved;
} explore_counts;

explore_counts explore(const explore_options *options);

#endif
