#ifndef TEST_PROGRAM_NAIVE_RUN_H
#define TEST_PROGRAM_NAIVE_RUN_H

/* What program.h means, word by word: every value is a term, every expression goes through the evaluator, a call is a call. The
 * oracle of the interpreter's tests. */

#include "program/interpret.h"

typedef struct event {
    const stmt *s; /* NULL: a branch */
    proc f;
    block b;
    size_t depth;
    term target; /* value of the statement's target after it, TERM_NONE if it has none */
} event;
VEC_DECLARE(event_vec, event);

void naive_run(const program *p, const interpret_options *options, run_result *out, event_vec *events);

#endif
