#ifndef TEST_TERM_RANDOM_TERM_H
#define TEST_TERM_RANDOM_TERM_H

/* Random terms for tests. Every term is built twice: by the normalising constructors, and as a plain tree of operators
 * exactly as it was drawn (naive.h). Equal seeds give equal terms. */

#include "naive.h"

typedef struct rng {
    uint64_t state;
} rng;

uint64_t rng_next(rng *r);
uint32_t rng_below(rng *r, uint32_t n); /* in [0, n), n > 0 */
bool rng_one_in(rng *r, uint32_t n);

/* What may occur in a term besides booleans and `ite`. */
enum {
    RANDOM_INT = 1, /* linear */
    RANDOM_NONLINEAR = 2, /* products, div, mod, and / on Real */
    RANDOM_REAL = 4,
    RANDOM_MIXED = 8, /* to_real, to_int, is_int (with Int and Real), bv2nat, int2bv (with Int and bit-vectors) */
    RANDOM_BV = 16,
    RANDOM_ARRAY = 32,
    RANDOM_QUANTIFIER = 64,
    RANDOM_DATATYPE = 128
};

typedef struct random_pair {
    term t;
    const naive *tree; /* valid as long as the source */
} random_pair;

VEC_DECLARE(random_pair_vec, random_pair);

typedef struct random_source {
    term_store *ts;
    rng rng;
    unsigned theories;
    sort_vec sorts; /* the sorts of the theories; Bool first */
    term_vec symbols; /* a few of each sort */
    random_pair_vec recent; /* drawn before, to be drawn again */
    arena memory;
} random_source;

/* The datatypes of RANDOM_DATATYPE: an enumeration, a list of Bools or Ints, a record of both, and a choice without recursion; they are made once in a
 * store. */
void random_datatypes(term_store *ts, sort out[4]);
void random_source_init(random_source *r, term_store *ts, uint64_t seed, unsigned theories);
void random_source_release(random_source *r);
sort random_sort(random_source *r);
/* A value of the sort, as eval.h describes values. */
term random_value(random_source *r, sort s);
/* A term of any sort of the source; depth counts operators above leaves. */
random_pair random_term(random_source *r, sort s, unsigned depth);

#endif
