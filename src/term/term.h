#ifndef TERM_TERM_H
#define TERM_TERM_H

/* Hash-consed terms.
 *
 * A term is a 32-bit id in a term_store. Two terms of a store are the same formula up to the normal forms below if and only
 * if their ids are equal, so most questions are answered by comparing ids. A store only grows and lives as long as the problem
 * it holds; a term is never freed on its own. The arguments of a term always have smaller ids than the term itself: going
 * through ids in ascending order visits a DAG bottom-up, which is how everything here avoids recursion (dag.h).
 *
 * Terms are made by the constructors below only, and these normalise:
 *   booleans    `and`/`or` are flat (but one of over 64 arguments may stay inside another), sorted by id, without duplicates,
 *               neutral elements or complementary literals; `not` is never on `not` or an arithmetic order atom; `=>`, `xor`,
 *               `distinct` are rewritten by these
 *   arithmetic  a sum is  c0 + c1*t1 + ... + cn*tn  with ti sorted by id, not sums (of at most 256 terms), ci not 0. Atoms are
 *                 TERM_LE  c1*t1 + ... + cn*tn <= c       TERM_LT  (Real only)  ... < c       TERM_EQ  ... = c
 *               On Int all coefficients are integers with gcd 1 and c is rounded; `<` becomes `<=`; a negated order atom is the
 *               opposite order atom. On Real the first coefficient is 1 or -1. In an equation the first coefficient is positive.
 *   arrays      a read over a write with syntactically decided indices is resolved
 *   datatypes   a field of a constructor's term is its argument, fields put together again are the whole; constructors in equations and tests are
 *               resolved; of a constructor without fields there is no test, but the equation with it
 *   bits        an integer that becomes a bit-vector and then an integer again is taken modulo
 *   quantifiers are locally nameless: TERM_BOUND stands for a bound variable, so that alpha-equivalent terms are equal.
 *               Free variables are symbols. A binder of no used variable is dropped.
 *
 * Numerals and bit-vector constants carry a rational owned by the store. Division by zero follows SMT-LIB: `/`, `div`, `mod` by
 * zero are not interpreted, the constructors leave them alone. */

#include "base/rat.h"
#include "base/vec.h"
#include "term/sort.h"

typedef struct term {
    uint32_t id;
} term;

VEC_DECLARE(term_vec, term);
VEC_DECLARE(sort_vec, sort);

#define TERM_NONE ((term){UINT32_MAX})
static inline bool term_is_equal(term a, term b) { return a.id == b.id; }
static inline bool term_is_none(term a) { return a.id == UINT32_MAX; }
/* For qsort and bsearch: by id. */
static inline int term_compare(const void *a, const void *b)
{
    uint32_t x = ((const term *)a)->id, y = ((const term *)b)->id;
    return (x > y) - (x < y);
}
static inline bool term_vec_has(const term_vec *v, term t)
{
    for (size_t i = 0; i < v->size; i++)
        if (v->data[i].id == t.id) return true;
    return false;
}

typedef enum term_kind {
    TERM_TRUE,
    TERM_FALSE,
    TERM_NUM, /* rational constant of sort Int or Real */
    TERM_BVNUM, /* bit-vector constant, as a number in [0, 2^width) */
    TERM_SYM, /* a named constant: a variable of a clause, a free symbol */
    TERM_APP, /* uninterpreted function (or predicate) applied to arguments */
    TERM_NOT,
    TERM_AND,
    TERM_OR,
    TERM_ITE,
    TERM_EQ, /* any sort; on Bool it is `iff` */
    TERM_LE, /* lhs without constant <= numeral */
    TERM_LT,
    TERM_ADD, /* arguments: at most one numeral, first; then terms or TERM_SCALE */
    TERM_SCALE, /* numeral * term, numeral not 0 or 1, term not a sum or numeral; arguments: numeral, term */
    TERM_MUL, /* product of two or more non-constant terms, sorted */
    TERM_RDIV, /* Real division by a term that is not a non-zero constant */
    TERM_IDIV, /* Euclidean */
    TERM_MOD,
    TERM_TO_REAL,
    TERM_TO_INT, /* floor */
    TERM_FLOAT, /* a floating-point operation on bit patterns; see float.h. Indices: which, the width of its format */
    TERM_SELECT,
    TERM_STORE,
    TERM_CONST_ARRAY,
    TERM_CONSTRUCT, /* a value of a datatype, from its fields; see datatype.h. Index: the constructor */
    TERM_FIELD, /* indices: the constructor, the number of the field */
    TERM_IS, /* index: the constructor */
    TERM_BV_CONCAT,
    TERM_BV_EXTRACT, /* indices: high, low */
    TERM_BV_NOT,
    TERM_BV_NEG,
    TERM_BV_AND,
    TERM_BV_OR,
    TERM_BV_XOR,
    TERM_BV_ADD,
    TERM_BV_MUL,
    TERM_BV_UDIV,
    TERM_BV_UREM,
    TERM_BV_SDIV,
    TERM_BV_SREM,
    TERM_BV_SMOD,
    TERM_BV_SHL,
    TERM_BV_LSHR,
    TERM_BV_ASHR,
    TERM_BV_ULT,
    TERM_BV_ULE,
    TERM_BV_SLT,
    TERM_BV_SLE,
    TERM_BV_ZERO_EXT, /* index: extra bits */
    TERM_BV_SIGN_EXT,
    TERM_BV_TO_NAT, /* to Int */
    TERM_INT_TO_BV, /* modulo 2^width of the sort */
    TERM_BOUND, /* de Bruijn index: 0 is the last variable of the innermost binder */
    TERM_FORALL, /* body is the only argument */
    TERM_EXISTS,
    TERM_KINDS
} term_kind;

/* ---- the store ---- */
term_store *term_store_new(void);
void term_store_free(term_store *ts);
size_t term_store_size(const term_store *ts); /* ids are 0 .. size - 1 */
/* NULL, or what is wrong: checks every invariant above on every term. For tests and debug builds. */
const char *term_store_check(const term_store *ts);

/* A number of millions of digits came up, which was not folded but replaced by another: what was made since may be wrong. Those who read a problem, and those who have
 * the last word about an answer, ask. */
bool term_store_is_overflown(const term_store *ts);

/* ---- looking at a term ---- */
term_kind term_kind_of(const term_store *ts, term t);
sort term_sort(const term_store *ts, term t);
static inline bool term_is_arith(const term_store *ts, term t) { return sort_kind_is_arith(sort_kind_of(ts, term_sort(ts, t))); }
size_t term_arity(const term_store *ts, term t);
term term_arg(const term_store *ts, term t, size_t i);
/* The arguments; valid until the next term is made. */
const term *term_args(const term_store *ts, term t);
const rat *term_number(const term_store *ts, term t); /* of TERM_NUM, TERM_BVNUM; valid as long as the store */
const char *term_name(const term_store *ts, term t); /* of TERM_SYM, TERM_APP; valid as long as the store */
uint32_t term_index(const term_store *ts, term t, size_t i); /* indices of extract, extensions, datatypes; TERM_BOUND: i = 0 */
/* The sorts of the variables a quantifier binds, outermost first. */
size_t term_binder_count(const term_store *ts, term t);
sort term_binder_sort(const term_store *ts, term t, size_t i);
bool term_is_value(const term_store *ts, term t); /* a scalar constant: true, false, a number; eval.h has the general notion */
bool term_is_bool(const term_store *ts, term t);
bool term_has_bound(const term_store *ts, term t); /* a TERM_BOUND that no binder inside t binds */
bool term_has_quantifier(const term_store *ts, term t);

/* ---- constants, symbols, applications ---- */
term term_true(const term_store *ts);
term term_false(const term_store *ts);
term term_mk_bool(const term_store *ts, bool value);
term term_mk_num(term_store *ts, const rat *value, sort s); /* s: Int (value an integer) or Real */
term term_mk_int(term_store *ts, int64_t value);
term term_mk_real(term_store *ts, int64_t num, int64_t den);
term term_mk_bv(term_store *ts, const rat *value, uint32_t width); /* taken modulo 2^width; an integer */
/* A symbol is its name and its sort: the same pair gives the same term. */
term term_mk_sym(term_store *ts, const char *name, sort s);
/* A symbol of a name that begins with `hint` and that no symbol of the store has yet. */
term term_mk_fresh(term_store *ts, const char *hint, sort s);
/* A function is its name, its argument sorts and its result sort. Without arguments it is a constant that, other than a symbol, is no variable of anything. */
term term_mk_app(term_store *ts, const char *name, sort result, const term *args, size_t n);

/* ---- booleans ---- */
term term_mk_not(term_store *ts, term a);
term term_mk_and(term_store *ts, const term *args, size_t n);
term term_mk_or(term_store *ts, const term *args, size_t n);
term term_mk_and2(term_store *ts, term a, term b);
term term_mk_or2(term_store *ts, term a, term b);
term term_mk_implies(term_store *ts, term a, term b);
term term_mk_xor(term_store *ts, term a, term b);
term term_mk_ite(term_store *ts, term c, term a, term b);
term term_mk_eq(term_store *ts, term a, term b); /* of one sort */
term term_mk_distinct(term_store *ts, const term *args, size_t n);

/* ---- arithmetic: both sides of one sort, Int or Real ---- */
term term_mk_add(term_store *ts, const term *args, size_t n); /* n > 0 */
term term_mk_add2(term_store *ts, term a, term b);
term term_mk_sub(term_store *ts, term a, term b);
term term_mk_neg(term_store *ts, term a);
term term_mk_scale(term_store *ts, const rat *c, term a); /* on Int, c is an integer */
term term_mk_mul(term_store *ts, const term *args, size_t n); /* n > 0 */
term term_mk_mul2(term_store *ts, term a, term b);
term term_mk_rdiv(term_store *ts, term a, term b);
term term_mk_idiv(term_store *ts, term a, term b);
term term_mk_mod(term_store *ts, term a, term b);
term term_mk_abs(term_store *ts, term a);
term term_mk_le(term_store *ts, term a, term b);
term term_mk_lt(term_store *ts, term a, term b);
term term_mk_ge(term_store *ts, term a, term b);
term term_mk_gt(term_store *ts, term a, term b);
term term_mk_to_real(term_store *ts, term a);
term term_mk_to_int(term_store *ts, term a);
term term_mk_is_int(term_store *ts, term a);

/* ---- arrays ---- */
term term_mk_select(term_store *ts, term array, term index);
term term_mk_store(term_store *ts, term array, term index, term value);
term term_mk_const_array(term_store *ts, sort array, term value);

/* ---- bit-vectors ---- */
/* Any of the kinds TERM_BV_NOT .. TERM_BV_SLE on one or two arguments of one width (concat: any widths). */
term term_mk_bv_unary(term_store *ts, term_kind kind, term a);
term term_mk_bv_binary(term_store *ts, term_kind kind, term a, term b);
term term_mk_bv_extract(term_store *ts, uint32_t high, uint32_t low, term a);
term term_mk_bv_extend(term_store *ts, term_kind zero_or_sign, uint32_t extra, term a);
term term_mk_bv_to_nat(term_store *ts, term a);
term term_mk_int_to_bv(term_store *ts, uint32_t width, term a);

/* ---- quantifiers ---- */
/* Binds the symbols vars[0..n-1] (distinct TERM_SYM) in body. */
term term_mk_forall(term_store *ts, const term *vars, size_t n, term body);
term term_mk_exists(term_store *ts, const term *vars, size_t n, term body);
/* The body of a quantifier with its variables replaced by values[0 .. count - 1] (in binder order), which have no loose bound
 * variables. */
term term_instantiate(term_store *ts, term quantifier, const term *values);

/* The raw forms, for those who build terms bottom-up: a bound variable, and a binder over a body that already uses them. */
term term_mk_bound(term_store *ts, uint32_t index, sort s);
term term_mk_quantifier(term_store *ts, term_kind forall_or_exists, const sort *sorts, size_t n, term body);

/* ---- any kind ---- */
/* The term of the kind and indices of `like`, with other arguments (of the same sorts): normalised as by the constructors. */
term term_rebuild(term_store *ts, term like, const term *args);

/* The linear form of an arithmetic term: calls `each` for every coefficient and its term; the constant has term TERM_NONE. */
typedef void term_linear_fn(void *context, const rat *coefficient, term t);
void term_linear_each(const term_store *ts, term t, term_linear_fn *each, void *context);

#endif
