#ifndef SOLVE_SLAM_JOB_H
#define SOLVE_SLAM_JOB_H

/* The engine `slam` as a job: it works on the tree of a `while` program. Whatever it says is checked by who hears it: a run is executed; a proof has an
 * outline that hoare_check has accepted. */

#include "front/while/ast.h"
#include "program/program.h"
#include "solve/solve.h"

typedef struct slam_request {
    const program *p; /* the translation of */
    const while_program *tree;
    const solve_options *options;
    limits limits;
    const bool *known; /* by goal: it is violated, and looked for no more */
} slam_request;

const char *slam_job_wrong_switch(const char *list); /* as engine_find_wrong_option */

/* A worker_body; its context is a slam_request. Says MESSAGE_TOLD for each round that is to be explained, then MESSAGE_RUN, MESSAGE_GOALS with the outline, or
 * MESSAGE_NOTHING. */
void slam_job_body(void *context, int channel);

#endif
