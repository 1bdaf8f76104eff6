#ifndef SOLVE_TEST_PROOFS_H
#define SOLVE_TEST_PROOFS_H

#include "encode/encode.h"
#include "solve/message.h"
#include "testgen/suite.h"

/* Appends the goals among the suite's open ones that the model proves unreachable; none if it is no model of the program, encoded as `how` says. */
void test_proofs_check(const program *p, const encode_options *how, const suite *s, const model *m, number_vec *proved);

#endif
