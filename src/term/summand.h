#ifndef TERM_SUMMAND_H
#define TERM_SUMMAND_H

/* Linear arithmetic as people write it: what is negative goes to the other side. For the printers. */

#include "term/term.h"

typedef struct summand {
    const rat *c; /* coefficient up to its sign; NULL: 1 */
    term t; /* TERM_NONE: the summand is the constant c */
    bool negative;
} summand;

VEC_DECLARE(summand_vec, summand);

/* Appends the summands of an arithmetic term, the constant last. */
void summand_list(const term_store *ts, term t, summand_vec *out);
/* The same, by sign. */
void summand_split(const term_store *ts, term t, summand_vec *plus, summand_vec *minus);
/* Writes an arithmetic TERM_LE, TERM_LT or TERM_EQ as `left relation right`, with sides that are not empty and no negative
 * summand besides a lone constant. Returns the relation: "<=", "<", ">=", ">" or "=". */
const char *summand_relation(const term_store *ts, term atom, summand_vec *left, summand_vec *right);
/* Whether the coefficient is 1 or -1. */
bool summand_is_unit(const summand *s);

#endif
