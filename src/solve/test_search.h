#ifndef SOLVE_TEST_SEARCH_H
#define SOLVE_TEST_SEARCH_H

/* The search for tests and for proofs that there are none, in a process of its own (worker.h): runs by chance and directed runs for a while, then an engine
 * that knows engine_goals. What is found is said at once:
 *   'T'  the inputs of a run that reaches a goal which no run before has reached, and its steps (run_inputs_print)
 *   'M'  a result with a model: goals whose queries hold in it are unreachable, once that has been validated
 *   'B'  the engine begins
 *   'P'  progress of the engine: its number of backtracks
 *   'X'  a derivation that the interpreter does not follow: what about it
 *   'R'  a result without model, at the end: statistics, and why goals are left, if that is known */

#include "base/limits.h"
#include "encode/encode.h"
#include "engine/engine.h"

typedef struct test_search {
    const program *p;
    const bool *is_wanted; /* by goal */
    bool *reached; /* by goal: by a run so far; in the process it changes */
    const volatile bool *dropped; /* by goal: a test for it was not confirmed. Shared, others write */
    encode_options how; /* skip_goals is the search's own */
    const engine *engine;
    const char *engine_options;
    bool no_learn, no_sampling;
    const char *const *skip; /* passes */
    size_t n_skip;
    limits limits;
} test_search;

void test_search_body(void *context, int out); /* context: a test_search */
/* In a process that has found a run to a goal by other means: directed runs for a while, from that one on. Says 'T'. */
void test_search_from(const test_search *q, const term_vec *inputs, int out);

#endif
