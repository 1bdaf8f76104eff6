#ifndef SOLVE_TEST_SEARCH_H
#define SOLVE_TEST_SEARCH_H

/* The search for tests and for proofs that there are none, in a process of its own: random and directed testing for a while, local proofs, then an engine
 * that knows engine_goals. What is found is said at once: RUN for a run that reaches a goal which no run before has reached (its number is
 * that of its steps), MODEL, BEGINS when the engine does, BACKTRACKS, DEFECT about a derivation that the interpreter does not follow, and RESULT
 * without a model at the end: statistics, and why goals are left, if that is known. */

#include "base/limits.h"
#include "encode/encode.h"
#include "engine/engine.h"
#include "solve/message.h"

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

void test_search_body(void *context, int channel); /* context: a test_search */
/* In a process that has found a run to a goal by other means: directed testing for a while, from that one on. */
void test_search_from(const test_search *q, const term_vec *inputs, int channel);
/* Says the inputs of a run. */
void test_search_send(const program *p, const term_vec *inputs, size_t steps, int channel);

#endif
