#ifndef PROGRAM_VALUE_H
#define PROGRAM_VALUE_H

/* Run-time values of the interpreter.
 *
 * What a value is depends on its sort alone (value_class):
 *   VALUE_NUMBER  Bool (0, 1), Int, Real, bit-vectors (unsigned): `small` if it is an integer within its range, else `big`
 *   VALUE_ARRAY   an array from numbers to numbers; NULL is the array that is 0 everywhere. Arrays are shared by their values
 *                 and counted: a write to one that has a single owner happens in place, otherwise on a copy
 *   VALUE_TERM    anything else: `small` is the id of a term that is a value (eval.h)
 * So equal numbers have equal forms. The all-zero value is 0, false, the array of zeros, and "not set". A value owns what it
 * points to: it is cloned to be kept in two places. */

#include "term/term.h"

typedef __int128 wide;
typedef struct value_array value_array;

typedef enum value_class { VALUE_NUMBER, VALUE_ARRAY, VALUE_TERM } value_class;
value_class value_class_of(const term_store *ts, sort s);

typedef struct value {
    wide small;
    union {
        rat *big;
        value_array *array;
    } ref;
    enum { OWNS_NOTHING, OWNS_BIG, OWNS_ARRAY } owns : 8;
    bool is_bad; /* a division by zero decides it */
    bool is_set; /* of a variable: it has been assigned */
} value;
VEC_DECLARE(value_vec, value);

void value_drop(value *v); /* releases what it owns, out of line */
static inline void value_release(value *v)
{
    if (v->owns != OWNS_NOTHING) value_drop(v);
}
value value_clone_owned(const value *v);
static inline value value_clone(const value *v) { return v->owns == OWNS_NOTHING ? *v : value_clone_owned(v); }
static inline value value_of_wide(wide n) { return (value){.small = n}; }

/* Numbers. */
value value_of_rat(const rat *r);
void value_get_rat(rat *out, const value *v);
bool value_is_equal_big(const value *a, const value *b);
static inline bool value_is_equal(const value *a, const value *b)
{
    if (a->owns == OWNS_NOTHING && b->owns == OWNS_NOTHING) return a->small == b->small;
    return value_is_equal_big(a, b);
}
int64_t value_low_bits(const value *v); /* of an integer, modulo 2^64 */

/* Arrays. */
value value_const_array(const value *otherwise);
/* The element; borrowed from the array until it is written to. */
const value *value_select(const value *array, const value *index);
/* Writes to `array` itself; index and element are cloned. */
void value_store(value *array, const value *index, const value *element);

/* Terms that are values (eval.h), both ways. */
value value_of_term(term_store *ts, term t);
term value_to_term(term_store *ts, sort s, const value *v);

#endif
