#ifndef DOMAIN_POLAR_H
#define DOMAIN_POLAR_H

/* Which half-spaces contain a polyhedron: the constraints on c in
 *
 *   c1*x1 + ... + cn*xn + c0 <= 0   for all points x of the polyhedron,
 *
 * without the multipliers of Farkas' lemma: one for each vertex, ray and line. */

#include "domain/row.h"

/* Of the points that satisfy all rows (not taken as integers). Appends rows, >= 0 or = 0, over dimensions 0 .. n-1, the coefficients c1 .. cn, and n, c0. False,
 * and nothing is appended, if these are more than `most`, or it was too much work. Of no points: nothing. */
bool polar_of(const row *rows, size_t n_rows, size_t n, size_t most, row_vec *out);
/* The one row that a single point, by dimension, makes. */
void polar_of_point(const rat *point, size_t n, row_vec *out);

#endif
