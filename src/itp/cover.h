#ifndef ITP_COVER_H
#define ITP_COVER_H

/* Formulas that are no cubes, covered by cubes sampled from models.
 *
 * The interpolant is a disjunction of *blocks*, each a conjunction of *separators*. A block stands for some cubes of A, a separator
 * of it follows from all of them and contradicts a *group* of cubes of B. Whenever a cube is added, the groups and blocks there
 * are get a chance to take it in with one separator for all: this is what makes results general rather than long. */

#include "itp/prover.h"

/* TERM_NONE if it was not found within the limits. */
term cover_interpolate(question *q);

#endif
