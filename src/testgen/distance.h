#ifndef TESTGEN_DISTANCE_H
#define TESTGEN_DISTANCE_H

/* How far places of a program are from goals, in branches with a choice: within a procedure, into those that it calls, and, for a
 * place in a run, behind its return and the returns of its callers. */

#include "program/concolic.h"

enum { DISTANCE_FAR = 1 << 28 }; /* there is no way */

typedef struct distances distances;
distances *distances_new(const program *p); /* borrowed */
void distances_free(distances *d);
/* To goals that are wanted now. */
void distances_update(distances *d, bool (*is_wanted)(void *user, goal g), void *user);
/* From the block, in an activation of a run. */
uint32_t distances_from(const distances *d, const concolic_run *r, uint32_t activation, block b);

#endif
