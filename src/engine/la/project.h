#ifndef ENGINE_LA_PROJECT_H
#define ENGINE_LA_PROJECT_H

#include "engine/la/la.h"

/* Replaces the literals, true under `values`, by literals without the symbols `vars` that imply: some values of them satisfy the
 * given ones. Equations are solved, bounds combined (Fourier-Motzkin) while that stays small, otherwise combined as the model orders
 * them; where nothing else works a symbol becomes its value. False if a value has no term. */
bool eliminate(term_store *ts, evaluator *values, const term *vars, size_t n, term_vec *literals);

#endif
