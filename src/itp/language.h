#ifndef ITP_LANGUAGE_H
#define ITP_LANGUAGE_H

/* The languages L_k of the 2006 paper: Boolean combinations of x <= c, x >= c, x - y <= c (and equations of that form, and over the integers < instead of <=)
 * with |c| <= k, or with |c| at most k away from one of some constants, and of atoms that are not about numbers. Each has finitely many formulas over given
 * symbols, so that labels cannot grow without bound. */

#include "itp/prover.h"

/* Is t in the options' language? Everything is in L_k for negative k. */
bool language_has(const itp_options *o, const term_store *ts, term t);

/* An interpolant in L_k of the cubes, or TERM_NONE: what the cubes below entail in L_k, as far as it is needed against those above. */
term language_separate(itp *i, scope *s, const term_vec *below, size_t n_below, const term_vec *above, size_t n_above);

#endif
