#ifndef TEST_PROGRAM_RANDOM_PROGRAM_H
#define TEST_PROGRAM_RANDOM_PROGRAM_H

/* Small random programs for testing by laws. All runs end: every block takes one unit from a global supply when it begins, and
 * with an empty supply a procedure returns as soon as it can. The graphs have loops with several entries, calls in all
 * places, recursion; variables are Int, Bool and arrays; about as many programs violate a goal as do not. No variable is read
 * before it is written, nothing is divided.
 *
 * A block's place has the line 100 * procedure + block + 1. A block's first statement is an OUTPUT named "", the last one of
 * a block that returns an OUTPUT named "return", so that a trace sees a block's start and a procedure's end. */

#include "program/program.h"

typedef struct random_program_shape {
    uint32_t max_procs, max_blocks, max_stmts; /* besides main; of a procedure besides the entry and the return; of a block */
    uint32_t max_supply;
    uint32_t max_inputs; /* statements, in the whole program */
    bool arrays;
} random_program_shape;

random_program_shape random_program_small(void);

/* The caller frees it. INPUT and HAVOC statements ask for Bool, or Int in a range within [-1, 2]. */
program *random_program(term_store *ts, uint64_t *seed, const random_program_shape *shape);

#endif
