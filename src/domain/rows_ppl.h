#ifndef DOMAIN_ROWS_PPL_H
#define DOMAIN_ROWS_PPL_H

/* Rows as PPL has them, and back; for the files that see PPL only. */

#include "domain/row.h"

#include <ppl_c.h>

/* PPL wants to be initialised once for a process (again does no harm), and changes the rounding of floating point for domains
 * that are not used here. */
void ppl_wake(void);

/* A call between these may use a certain weight, as PPL counts its own work: a fraction of a second. Beyond that it returns a negative number. */
void ppl_begin_weighing(void);
void ppl_end_weighing(void);

void ppl_coefficient_set(ppl_Coefficient_t out, const rat *integer);
void ppl_coefficient_get(ppl_const_Coefficient_t c, rat *out);

/* The row, which is not a congruence, as a constraint over n dimensions; `strict`: > may stay so, otherwise it becomes >=. The caller deletes it. */
ppl_Constraint_t ppl_constraint_of_row(const row *r, size_t n, bool strict);
/* The row, an equation or a congruence. The caller deletes it. */
ppl_Congruence_t ppl_congruence_of_row(const row *r, size_t n);
/* Both initialise *out. */
void ppl_row_of_congruence(ppl_const_Congruence_t c, size_t n, row *out);
void ppl_row_of_constraint(ppl_const_Constraint_t c, size_t n, row *out);

#endif
