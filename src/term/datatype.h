#ifndef TERM_DATATYPE_H
#define TERM_DATATYPE_H

/* Algebraic datatypes: lists, trees, records, enumerations. A datatype is a sort whose values are built by its constructors, each in one
 * way only and in finitely many steps.
 *
 * They are declared in blocks, whose members may occur in each other's fields:
 *     sort list = datatype_new(ts, "list");
 *     datatype_add(ts, list, "nil", NULL, 0);
 *     datatype_add(ts, list, "cons", fields, 2);
 *     datatype_complete(ts, list, 1);
 * Names of datatypes are unique in a store, and so are those of constructors and fields together: one that is taken gets a number behind it. (Symbols
 * and predicates are other names; who prints them beside datatypes asks datatype_is_name.)
 *
 * A field of a value that another constructor made has any value, the same each time: the constructors of terms leave it alone, the evaluator
 * treats it as it does division by zero. */

#include "term/term.h"

#define VALUE_COUNT_MANY UINT64_MAX /* of values of a sort: 2^32 or more */

typedef struct constructor {
    uint32_t id; /* constructors of a store are numbered through */
} constructor;
static inline bool constructor_is_equal(constructor a, constructor b) { return a.id == b.id; }

typedef struct field {
    const char *name;
    sort sort;
} field;

/* ---- declaring ---- */
sort datatype_new(term_store *ts, const char *name);
constructor datatype_add(term_store *ts, sort datatype, const char *name, const field *fields, size_t n);
/* The n datatypes that were made last, the first of which is `first`, and which may mention each other. NULL, or what is wrong; then none of them may be
 * used. */
const char *datatype_complete(term_store *ts, sort first, size_t n);

/* ---- looking at them ---- */
/* The complete ones of the store, in an order such that each comes after those that it depends on, unless these depend on it. */
size_t datatype_count(const term_store *ts);
sort datatype_at(const term_store *ts, size_t i);
/* Appends the datatypes, contiguous in that order, that this one depends on and that depend on it; itself among them. */
void datatype_block(const term_store *ts, sort datatype, sort_vec *out);
size_t datatype_size(const term_store *ts, sort datatype); /* the number of constructors */
constructor datatype_constructor(const term_store *ts, sort datatype, size_t i);
term datatype_base(const term_store *ts, sort datatype); /* a value */
uint64_t datatype_value_count(const term_store *ts, sort datatype);
bool datatype_is_recursive(const term_store *ts, sort datatype); /* its values may have values of it in them, or of others of which this is true */

sort constructor_sort(const term_store *ts, constructor c);
const char *constructor_name(const term_store *ts, constructor c);
size_t constructor_arity(const term_store *ts, constructor c);
field constructor_field(const term_store *ts, constructor c, size_t i);
size_t constructor_position(const term_store *ts, constructor c); /* among those of its datatype */

bool datatype_find(const term_store *ts, const char *name, sort *out);
/* Is it the name of a constructor or field? */
bool datatype_is_name(const term_store *ts, const char *name);

/* ---- terms ---- */
term term_mk_construct(term_store *ts, constructor c, const term *args);
/* Field number i of `a` if c made it. */
term term_mk_field(term_store *ts, constructor c, size_t i, term a);
/* Whether c made `a`. */
term term_mk_is(term_store *ts, constructor c, term a);
/* Of TERM_CONSTRUCT, TERM_FIELD (whose term_index(t, 1) is the number of the field) and TERM_IS. */
static inline constructor term_constructor(const term_store *ts, term t) { return (constructor){term_index(ts, t, 0)}; }

#endif
