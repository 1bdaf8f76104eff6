#ifndef SMT_Z3_VALUES_H
#define SMT_Z3_VALUES_H

/* Values of Z3's models as values of eval.h. Z3 writes an array as a chain of stores, as a function of the model, or as a
 * lambda; the finite ones among these become chains of stores. */

#include "smt/z3_terms.h"

/* TERM_NONE if `v`, a value of `model`, has no counterpart: an irrational number, an array with infinitely many cells of their
 * own value, anything that is no value. The caller holds a reference to v. */
term z3_values_read(z3_terms *b, Z3_model model, Z3_ast v);

#endif
