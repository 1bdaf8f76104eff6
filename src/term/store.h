#ifndef TERM_STORE_H
#define TERM_STORE_H

/* The inside of the term store, for src/term only. */

#include "base/arena.h"
#include "base/map.h"
#include "term/term.h"

typedef struct node {
    uint32_t hash;
    uint32_t sort;
    uint32_t args; /* offset in term_store.pool */
    uint32_t n_args;
    uint32_t data; /* number, name, index, or offset of binder sorts in term_store.binders */
    uint32_t data2; /* second index; number of binder sorts */
    uint32_t loose; /* 0: closed; otherwise 1 + the largest loose bound index */
    uint8_t kind;
    uint8_t has_quantifier;
} node;

typedef struct sort_node {
    sort_kind kind;
    uint32_t a, b; /* width; index and element sort; name */
} sort_node;

typedef struct datatype_node {
    uint32_t name, sort;
    uint32_t block, block_size; /* those that it depends on in a circle, and it: in datatype_order from there on */
    uint32_t constructors, n_constructors; /* one after the other */
    term base;
    uint64_t count;
    bool is_recursive;
} datatype_node;

typedef struct constructor_node {
    uint32_t name, datatype, position;
    uint32_t fields, n_fields;
} constructor_node;

typedef struct field_node {
    uint32_t name, sort;
} field_node;

VEC_DECLARE(node_vec, node);
VEC_DECLARE(datatype_node_vec, datatype_node);
VEC_DECLARE(constructor_node_vec, constructor_node);
VEC_DECLARE(field_node_vec, field_node);
VEC_DECLARE(sort_node_vec, sort_node);
VEC_DECLARE(rat_ref_vec, rat *);
VEC_DECLARE(name_vec, const char *);

static inline uint64_t store_hash_rat(const rat *r) { return rat_hash(r); }
MAP_DECLARE(rat_map, const rat *, uint32_t, store_hash_rat, rat_is_equal);

struct term_store {
    node_vec nodes;
    term_vec pool; /* arguments of all nodes */
    sort_vec binders; /* lists of binder sorts, each ended by SORT_NONE */
    u64_map binder_index;
    u32_vec table; /* open addressing: term id + 1, 0 = empty; size is a power of two */
    sort_node_vec sorts;
    u64_map sort_index;
    datatype_node_vec datatypes;
    u32_vec datatype_order; /* the complete ones, each after those of other blocks that it depends on */
    constructor_node_vec constructors;
    field_node_vec fields;
    string_map datatype_index; /* name -> its number */
    string_map datatype_names; /* of constructors and fields */
    rat_ref_vec numbers; /* in `arena`, each released with the store */
    rat_map number_index;
    name_vec names;
    string_map name_index;
    bool is_overflown; /* term_store_is_overflown */
    u32_map negation; /* order atom -> its negation */
    u32_vec stamp; /* dag_subterms: last visit of each term */
    u32_vec visit_stack;
    uint32_t visit, fresh;
    arena arena;
};

/* A chain `x1 = x0 & a, x2 = x1 & b, ...` must not take quadratic space: a nested conjunction, disjunction or sum with more
 * arguments than this stays nested instead of being copied into the outer one. */
enum { STORE_FLATTEN_BOOL = 64, STORE_FLATTEN_SUM = 256 };

/* Numbers of more bits than this are not computed with. */
enum { STORE_NUMBER_BITS = 1 << 21 };

/* The one term of that form. args may point into the pool. */
term store_intern(term_store *ts, term_kind kind, sort s, uint32_t data, uint32_t data2, const term *args, size_t n);
uint32_t store_name(term_store *ts, const char *name);
sort store_datatype_sort(term_store *ts, uint32_t datatype);
static inline const node *store_node(const term_store *ts, term t)
{
    assert(t.id < ts->nodes.size);
    return &ts->nodes.data[t.id];
}
static inline term_kind store_kind(const term_store *ts, term t) { return (term_kind)store_node(ts, t)->kind; }
static inline term store_arg(const term_store *ts, term t, size_t i)
{
    const node *n = store_node(ts, t);
    assert(i < n->n_args);
    return ts->pool.data[n->args + i];
}
/* a = b on a datatype, of which at least one is a TERM_CONSTRUCT; TERM_NONE if there is nothing to resolve. */
term datatype_mk_eq(term_store *ts, term a, term b);
bool store_is_constant(const term_store *ts, term t); /* true, false, numeral or bit-vector constant */

/* Linear forms: constant + sum of coefficient * term. */
typedef struct monomial {
    term t;
    rat c;
} monomial;
VEC_DECLARE(monomial_vec, monomial);
typedef struct linear {
    monomial_vec monomials;
    rat constant;
} linear;
void linear_init(linear *l);
void linear_release(linear *l);
/* l += c * t. `deep`: also opens sums longer than STORE_FLATTEN_SUM. */
void linear_add(linear *l, const term_store *ts, const rat *c, term t, bool deep);
void linear_normalise(linear *l); /* sorted by term, no duplicates, no zeros */
term linear_to_term(linear *l, term_store *ts, sort s); /* of a normalised form */
term linear_mk_eq(term_store *ts, term a, term b); /* a = b on Int or Real, in normal form */

#endif
