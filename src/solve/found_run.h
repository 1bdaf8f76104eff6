#ifndef SOLVE_FOUND_RUN_H
#define SOLVE_FOUND_RUN_H

/* A run that violates a goal, as one process finds it and tells another: its inputs. */

#include "program/interpret.h"
#include "solve/message.h"

enum { FOUND_RUN_STEPS = 20 * 1000 * 1000 };

/* Who has found it; a number of MESSAGE_RUN. */
typedef enum found_by { BY_RANDOM, BY_DIRECTED, BY_BITS, BY_SLAM, BY_SINGLE_GOAL, FINDERS } found_by;
const char *found_run_finder(found_by by);
void found_run_send(int channel, found_by by, const program *p, const term_vec *inputs, goal violated);

bool found_run_is_violation(void *goal_wanted, const run_result *r); /* a real_inputs_accept; of a `goal *` */
/* Fills an initialised run. */
bool found_run_violates(const program *p, goal violated, const term_vec *inputs, const limits *l, run_result *r);
/* With what the system gives. False: there is no such run, as far as is known. */
bool found_run_make_real(const program *p, goal violated, const limits *l, term_vec *inputs);

#endif
