#ifndef ENCODE_VALUES_H
#define ENCODE_VALUES_H

/* What the variables hold at some place of a segment, as terms over their values at its start: a persistent map from variable
 * numbers (liveness.h) to terms. A variable without entry still has the value it had at the start, which is its own symbol; the empty
 * map is NULL. Maps share what they have in common, so that a map costs what it changes, and merging two of them costs
 * what they differ in. */

#include "base/arena.h"
#include "term/term.h"

typedef struct values values;

typedef struct value_space {
    term_store *ts;
    arena *memory; /* of all maps */
    const term *symbols; /* by number */
    uint32_t height; /* of the trees */
} value_space;

void value_space_init(value_space *s, term_store *ts, arena *memory, const term *symbols, size_t count);
term values_get(const value_space *s, const values *v, uint32_t number);
const values *values_set(const value_space *s, const values *v, uint32_t number, term value);
/* if condition then a else b, for the variables in `live` (ascending); the others may have any value. */
const values *values_merge(const value_space *s, term condition, const values *a, const values *b, const u32_vec *live);

#endif
