#ifndef TERM_SORT_H
#define TERM_SORT_H

/* Sorts, hash-consed in the term store: equal sorts have equal ids. */

#include <stdbool.h>
#include <stdint.h>

typedef struct sort {
    uint32_t id;
} sort;

typedef enum sort_kind { SORT_BOOL, SORT_INT, SORT_REAL, SORT_BV, SORT_ARRAY, SORT_UNINTERPRETED, SORT_DATATYPE } sort_kind;

typedef struct term_store term_store;

#define SORT_NONE ((sort){UINT32_MAX})
static inline bool sort_is_equal(sort a, sort b) { return a.id == b.id; }
static inline bool sort_is_none(sort a) { return a.id == UINT32_MAX; }

sort sort_bool(const term_store *ts);
sort sort_int(const term_store *ts);
sort sort_real(const term_store *ts);
sort sort_bv(term_store *ts, uint32_t width); /* width > 0 */
sort sort_array(term_store *ts, sort index, sort element);
sort sort_uninterpreted(term_store *ts, const char *name);
/* Those of SORT_DATATYPE are made and looked at by datatype.h. */

bool sort_exists(const term_store *ts, sort s); /* sorts are numbered from 0 without gaps */
sort_kind sort_kind_of(const term_store *ts, sort s);
uint32_t sort_bv_width(const term_store *ts, sort s);
sort sort_array_index(const term_store *ts, sort s);
sort sort_array_element(const term_store *ts, sort s);
const char *sort_name(const term_store *ts, sort s); /* of an uninterpreted sort, a datatype */
static inline bool sort_kind_is_arith(sort_kind k) { return k == SORT_INT || k == SORT_REAL; }

#endif
