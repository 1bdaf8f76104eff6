#ifndef VALIDATE_INSTANTIATE_H
#define VALIDATE_INSTANTIATE_H

/* Formulas about array contents with fewer quantifiers, for solvers that are not good at guessing instances. */

#include "term/term.h"

/* A formula that has a model if t has one. What t says exists gets a name; what t says for all indices is said for those at which
 * arrays are accessed, and if `generous` for all free symbols too. Where t has quantifiers below other connectives than and, or,
 * not, they stay. */
term instantiate_quantifiers(term_store *ts, term t, bool generous);

#endif
