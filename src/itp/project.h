#ifndef ITP_PROJECT_H
#define ITP_PROJECT_H

/* Interpolants by elimination of what is local, where nothing simpler is found. */

#include "itp/prover.h"

/* Of a core of two cubes. TERM_NONE if nothing is found. */
term project_cubes(question *q);

/* The local symbols bound: exists (locals of a) a. TERM_NONE if a function is local. */
/* Of bit-vectors: excludes the values that the local symbols of b have in some model of b and `where`: a formula over shared symbols that follows from a and
 * contradicts that part of b. TERM_NONE if there is none, or no model. */
term project_instance(question *q, term where);
term project_quantified(question *q);

#endif
