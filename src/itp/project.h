#ifndef ITP_PROJECT_H
#define ITP_PROJECT_H

/* Interpolants by elimination of what is local, where nothing simpler is found. */

#include "itp/prover.h"

/* Of a core of two cubes. TERM_NONE if nothing is found. */
term project_cubes(question *q);

/* The local symbols bound: exists (locals of a) a. TERM_NONE if a function is local. */
term project_quantified(question *q);

#endif
