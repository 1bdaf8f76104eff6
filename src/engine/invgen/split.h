#ifndef ENGINE_INVGEN_SPLIT_H
#define ENGINE_INVGEN_SPLIT_H

/* Templates with two disjuncts,  (g and eta_1) or (not g and eta_2), where g is a comparison that the program makes itself: on the guard of a branch, in an
 * assertion. Locations are split by g as they are by Boolean arguments, and each part has a template of its own. (y >= min(a, b) is  a <= b and y >= a,  or  a > b
 * and y >= b.) */

#include "horn/result.h"

VEC_DECLARE(model_vec, model);

/* Appends up to `most` splits: of each predicate a comparison over its numeric parameters, or `true`, if it has no part in it. One comes from one comparison of a
 * clause, and is carried along the clauses as far as they have the same variables. Those that split most predicates come first. */
void invgen_splits(const horn *h, size_t most, model_vec *out);

#endif
