#ifndef SOLVE_PROGRAM_TEST_H
#define SOLVE_PROGRAM_TEST_H

/* From a program to a test suite: for each goal a test that reaches it, or a proof that there is none.
 *
 * The search runs in a process of its own (test_search.h) and says at once what it finds. Here each run is followed by the interpreter,
 * and then compiled and executed: the goals that count are those that the compiled program has reported. Models are
 * validated by another process against the clauses of the goals that are still open. So whenever the time is over, or the user
 * has had enough, what has been found so far is a suite. */

#include "solve/program_check.h"
#include "testgen/suite.h"

typedef struct test_options {
    uint32_t covers; /* set of COVER_...: which goals count */
    bool no_sampling;
} test_options;

typedef struct test_outcome {
    suite suite;
    char *reason; /* why goals are open; NULL if none is */
    text notes; /* a line for each of the first tests that did not do what was computed */
    text contradictions; /* a line for each goal that is proved unreachable, and that a run reaches: bugs in Latch */
    size_t n_dropped; /* tests that did not do what was computed */
    stats stats;
} test_outcome;
void test_outcome_init(test_outcome *o, const program *p);
void test_outcome_release(test_outcome *o);

/* Which goals count, given a set of COVER_...; those in functions that are never called are settled. */
void program_test_choose(suite *s, uint32_t covers);

void program_test_run(const program *p, const program_source *source, const encode_options *how, const solve_options *options,
                      const test_options *tests, test_outcome *out);

#endif
