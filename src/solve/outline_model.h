#ifndef SOLVE_OUTLINE_MODEL_H
#define SOLVE_OUTLINE_MODEL_H

/* A proof outline of a `while` program as a model of the Horn clauses that its translation becomes, so that the validator can have a say.
 *
 * With `may` as in hoare.h, ghosts g', entry values in:
 *   entry of f        not may_fail(in)
 *   point l of f      not may_fail_l(state)  and  for all g': may_end_l(state, g') => may_end(in, g')
 *   exit of f         may_end(in, out)
 * Quantifiers, temporaries and what the predicate has no argument for (exists) are projected away. */

#include "encode/encode.h"
#include "horn/result.h"
#include "slam/slam.h"

/* False if a formula was not found in the limits; the encoding has nothing inlined. */
bool outline_model(const encoding *e, const program *p, const slam_proof *proof, const limits *limit, model *out);

#endif
