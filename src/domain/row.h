#ifndef DOMAIN_ROW_H
#define DOMAIN_ROW_H

/* Rows: linear constraints on numbered dimensions,
 *
 *   c1*x1 + ... + cn*xn + constant   = 0,   >= 0,   > 0,   or   = 0 modulo `modulus`.
 *
 * What goes into an abstract value and what comes out of it, and what domains tell each other. A dimension is an integer or a real number; which, is said
 * by an array beside the rows.
 *
 * Invariant: entries are ascending by dimension, and no coefficient is 0. A row owns its numbers: row_init before use, row_release after. */

#include "base/rat.h"
#include "base/vec.h"

typedef enum row_relation { ROW_EQ, ROW_GE, ROW_GT, ROW_CONGRUENT } row_relation;

typedef struct row_entry {
    uint32_t dim;
    rat c;
} row_entry;
VEC_DECLARE(row_entry_vec, row_entry);

typedef struct row {
    row_entry_vec entries;
    rat constant;
    rat modulus; /* of ROW_CONGRUENT: > 0 */
    row_relation relation;
} row;
VEC_DECLARE(row_vec, row);

void row_init(row *r, row_relation relation); /* 0 related to 0; the modulus is 1 */
void row_release(row *r);
void row_copy(row *out, const row *r); /* `out` is not initialised */
const rat *row_coefficient(const row *r, uint32_t dim); /* NULL: 0 */

void row_add_entry(row *r, const rat *c, uint32_t dim); /* r + c * x_dim */
void row_add_constant(row *r, const rat *c);
void row_add_scaled(row *r, const rat *factor, const row *expression); /* r + factor * (the other's entries and constant) */
void row_scale(row *r, const rat *factor); /* > 0, or any but 0 where the relation is = or modulo; the modulus by |factor| */

typedef enum row_truth { ROW_FALSE, ROW_TRUE, ROW_OPEN } row_truth;
/* Coefficients become integers without a common factor. Where all dimensions with a coefficient are integers, the constraint is tightened to what integers
 * make of it. The solutions (with integers where they are wanted) stay the same. Says if these are none, or all. */
row_truth row_normalise(row *r, const bool *is_int);
/* Does the constraint hold of a point? By dimension. */
bool row_holds(const row *r, const rat *point);

bool row_number_is_large(const rat *r); /* above some thousands */
/* Has it such numbers? The ranges of machine integers have: polyhedra with them are boxes with exponentially many corners. */
bool row_is_large(const row *r);

void row_vec_free(row_vec *v); /* the rows, and the vector's storage */
void row_vec_clear_rows(row_vec *v);

#endif
