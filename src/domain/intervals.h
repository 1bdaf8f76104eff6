#ifndef DOMAIN_INTERVALS_H
#define DOMAIN_INTERVALS_H

/* Of intervals alone, beside domain.h. */

#include "domain/domain.h"

/* Appends rows about one or two dimensions, with coefficients of one size, that follow from the row in every point of the value `v` of DOMAIN_INTERVALS: the
 * other entries are replaced by their bounds. */
void intervals_push_pairs(const void *v, const row *r, row_vec *out);

#endif
