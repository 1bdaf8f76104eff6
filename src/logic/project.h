#ifndef ENGINE_LA_PROJECT_H
#define ENGINE_LA_PROJECT_H

#include "engine/la/la.h"

/* Replaces the literals, true under `values`, by literals without the symbols `vars` that imply: some values of them satisfy the
 * given ones. Equations are solved, bounds combined (Fourier-Motzkin) while that stays small, otherwise combined as the model orders
 * them; where nothing else works a symbol becomes its value. False if a value has no term. */
bool eliminate(term_store *ts, evaluator *values, const term *vars, size_t n, term_vec *literals);

/* The same for arrays among `vars`, as far as it goes without values of whole arrays: they are expressed by other arrays, and by elements,
 * which are added to `vars`. */
bool eliminate_arrays(term_store *ts, evaluator *values, term_vec *vars, term_vec *literals);

#endif
