#ifndef ENGINE_INVGEN_DYNAMIC_H
#define ENGINE_INVGEN_DYNAMIC_H

/* Dynamic strengthening: an invariant holds in every state that was reached, which is a linear constraint on the parameters of templates. What a state, or a set of
 * them, says about a conjunct at its location is rows over the conjunct's coefficients (polar.h): the Lambda of the paper's Encode is eliminated. */

#include "engine/invgen/program.h"

/* TEST: executes clauses with concrete values. Appends rows by location. True if a query was reached: the derivation is in *out. */
bool invgen_test(const invgen_program *p, const limits *l, stats *counters, row_vec *rows, derivation *out);

/* SYMB: follows paths that go along every step, and so around every loop, with polyhedra of states. Sets of reals contain those of integers: such rows may be too
 * strong, and exclude some invariants. True if a path to a query has a derivation. */
bool invgen_symb(const invgen_program *p, const limits *l, stats *counters, row_vec *rows, derivation *out);

#endif
