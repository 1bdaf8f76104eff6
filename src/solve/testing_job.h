#ifndef SOLVE_TESTING_JOB_H
#define SOLVE_TESTING_JOB_H

/* Random and directed testing, beside the engines. */

#include "program/program.h"
#include "solve/solve.h"

#define TESTING_SECONDS_WITHOUT_LIMIT 60.0 /* and the rest has none */

typedef struct testing_job {
    const program *p;
    const bool *skip; /* by goal id: those that are not looked for */
    const solve_options *options;
} testing_job;

/* A worker_body; its context is a testing_job. Says the goal and the inputs of a run that violates it: RUN. */
void testing_job_body(void *context, int channel);

#endif
