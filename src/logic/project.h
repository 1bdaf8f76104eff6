#ifndef LOGIC_PROJECT_H
#define LOGIC_PROJECT_H

/* Projection: formulas without some of their symbols. */

#include "smt/smt.h"
#include "term/eval.h"

/* Model-based. Replaces the literals, true under `values`, by literals that are true there, without the symbols `vars`, and imply: some values of
 * these symbols satisfy the given ones. Equations are solved, bounds combined (Fourier-Motzkin, dark shadow) while that stays small, otherwise
 * combined as the model orders them; arrays are expressed by other arrays and by their elements; where nothing else works a symbol becomes its
 * value. False if a value has no term. `values` learns those of new symbols. */
bool project_cube(term_store *ts, evaluator *values, const term *vars, size_t n, term_vec *literals);

/* Exact: `t` without the symbols `vars`, equivalent to exists vars. t; TERM_NONE if that was not found in `seconds` (0: no own limit). Projects implicants of
 * t until they cover it; where these are many, or a value has no term, the solver's own elimination is asked. The solver has no assertions. */
term project_exists(smt *solver, term_store *ts, const term *vars, size_t n, term t, double seconds);

#endif
