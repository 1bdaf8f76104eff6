#ifndef PASS_POSSIBLE_H
#define PASS_POSSIBLE_H

/* Which values a term may have, where these are few. No solver is asked: a set may have more values than are possible. */

#include "base/map.h"
#include "term/term.h"

/* Symbols whose values are known to be among some; borrowed. */
MAP_DECLARE(possible_map, uint32_t, const term_vec *, map_hash_u64, MAP_EQ_PLAIN);

/* Adds a value that is not there yet. */
bool possible_add(term_vec *values, term value);
/* Appends to the empty `out` every value that t may have where the constraint holds and symbols have values of `known`: conditions of
 * ite may go either way, symbols keep to bounds that are conjuncts. False if there may be more than `max`. */
bool possible_values(term_store *ts, term t, term constraint, const possible_map *known, size_t max, term_vec *out);

#endif
