#ifndef SOLVE_TEST_TREE_H
#define SOLVE_TEST_TREE_H

/* Tests of `while` programs: the tree is run in the place of a compiled program. */

#include "program/interpret.h"
#include "solve/program_check.h"
#include "testgen/suite.h"

/* Runs the tree on the inputs of a run of the translation. Fills what it covers, how it ends, and the inputs as the test's source. */
void test_tree_run(const program_source *source, const term_store *ts, const run_input_vec *used, const limits *limit, test *x);

#endif
