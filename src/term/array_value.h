#ifndef TERM_ARRAY_VALUE_H
#define TERM_ARRAY_VALUE_H

/* Array values (see eval.h) as lists of entries. array_value_make gives equal arrays equal terms, provided that their
 * elements were made so: over a finite index sort it takes as default the most frequent element. */

#include "term/term.h"

typedef struct array_entry {
    term index, element; /* values */
    size_t order; /* an earlier entry hides later ones at the same index */
} array_entry;

VEC_DECLARE(array_entry_vec, array_entry);

void array_entries_add(array_entry_vec *entries, term index, term element);
/* Appends the writes of an array value; returns its default. */
term array_entries_of(const term_store *ts, array_entry_vec *entries, term array);
/* The value of sort `s` with these entries, `otherwise` elsewhere. Leaves the entries in any state. */
term array_value_make(term_store *ts, sort s, term otherwise, array_entry_vec *entries);

/* The number of values of a sort, VALUE_COUNT_MANY if 2^32 or more. */
uint64_t value_count(const term_store *ts, sort s);

#endif
