#ifndef ITP_CUBE_H
#define ITP_CUBE_H

/* Contradictions of two cubes, literals as implicants have them (implicant.h). */

#include "itp/prover.h"

/* Of cubes that contradict each other, what a minimised core needs is added to core_a and core_b. */
bool cube_core(itp *i, scope *s, const term_vec *a, const term_vec *b, term_vec *core_a, term_vec *core_b);

/* An interpolant between the cubes a and b, or TERM_NONE. */
term cube_separate(itp *i, scope *s, const term_vec *a, const term_vec *b);

/* One literal that follows from each of the cubes `below` and contradicts each of the cubes `above`, or TERM_NONE. */
term cube_separate_many(itp *i, scope *s, const term_vec *below, size_t n_below, const term_vec *above, size_t n_above);

/* The same for a part of b only, one in which `where` holds. */
term cube_separate_part(itp *i, scope *s, const term_vec *a, const term_vec *b, term where);

#endif
