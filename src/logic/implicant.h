#ifndef ITP_IMPLICANT_H
#define ITP_IMPLICANT_H

/* Cubes out of models. */

#include "itp/scope.h"
#include "smt/smt.h"

/* Right after a check of `solver` that was sat, with a model of all of formulas[0..n-1]: appends literals that hold in the model and
 * together imply the formulas. Among them is no `ite`, no Boolean connective but `not` on atoms, no disequation of numbers (it
 * became `<` or `>`), and no read over a write. Of the disjuncts that hold, one over shared symbols is preferred. False if the
 * model does not tell enough. */
bool implicant_of_model(smt *solver, term_store *ts, scope *s, const term *formulas, size_t n, term_vec *out);

/* Is the literal of the form that implicants have? Then a conjunction of such needs no model. */
bool implicant_is_literal(const term_store *ts, term t);

#endif
