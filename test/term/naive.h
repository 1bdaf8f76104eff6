#ifndef TEST_TERM_NAIVE_H
#define TEST_TERM_NAIVE_H

/* Terms as plain trees of operators, exactly as they were drawn, with an evaluator that goes through the tree and computes by
 * the definitions of SMT-LIB: bit-vectors bit by bit, arrays as lists of writes. Slow and obvious, so that the
 * constructors and the evaluator of src/term can be tested against it. */

#include "base/arena.h"
#include "term/term.h"

typedef enum naive_op {
    NAIVE_VALUE, /* `leaf`, a scalar value */
    NAIVE_SYMBOL, /* `leaf` */
    NAIVE_NOT, NAIVE_AND, NAIVE_OR, NAIVE_IMPLIES, NAIVE_XOR, NAIVE_ITE, NAIVE_EQ, NAIVE_DISTINCT,
    NAIVE_ADD, NAIVE_SUB, NAIVE_NEG, NAIVE_MUL, NAIVE_RDIV, NAIVE_IDIV, NAIVE_MOD, NAIVE_ABS,
    NAIVE_LE, NAIVE_LT, NAIVE_GE, NAIVE_GT, NAIVE_TO_REAL, NAIVE_TO_INT, NAIVE_IS_INT,
    NAIVE_SELECT, NAIVE_STORE, NAIVE_CONST_ARRAY,
    NAIVE_CONSTRUCT, NAIVE_FIELD, NAIVE_IS, /* high: the constructor; low: the number of the field */
    NAIVE_CONCAT, NAIVE_EXTRACT, NAIVE_ZERO_EXT, NAIVE_SIGN_EXT, NAIVE_BV_NOT, NAIVE_BV_NEG, NAIVE_BV_AND, NAIVE_BV_OR,
    NAIVE_BV_XOR, NAIVE_BV_ADD, NAIVE_BV_MUL, NAIVE_UDIV, NAIVE_UREM, NAIVE_SDIV, NAIVE_SREM, NAIVE_SMOD, NAIVE_SHL, NAIVE_LSHR,
    NAIVE_ASHR, NAIVE_ULT, NAIVE_ULE, NAIVE_SLT, NAIVE_SLE, NAIVE_TO_NAT, NAIVE_TO_BV,
    NAIVE_FORALL, NAIVE_EXISTS /* bind the symbol `leaf` */
} naive_op;

typedef struct naive {
    naive_op op;
    sort s;
    term leaf;
    uint32_t high, low; /* extract; low: bits of an extension */
    uint32_t size; /* of the tree */
    uint32_t n;
    const struct naive *args[4];
} naive;

/* What a tree means. Scalars are numbers (Bool: 0 or 1), arrays a default under a list of writes, values of datatypes a constructor and fields. */
typedef struct naive_value {
    rat number;
    const struct naive_value *otherwise; /* of an array; NULL for scalars */
    const struct naive_write *writes; /* newest first */
    const struct naive_value *fields[4]; /* of a datatype, whose number is the constructor */
} naive_value;

typedef struct naive_write {
    const naive_value *index, *element;
    const struct naive_write *next;
} naive_write;

VEC_DECLARE(naive_value_vec, naive_value *);

typedef struct naive_eval {
    const term_store *ts;
    const term *symbols, *values; /* the assignment: every symbol of the tree must be among them */
    size_t n;
    bool div0, undefined; /* raised by a division by zero (it counts as 0) or a field that is not there, and by a quantifier */
    arena memory;
    naive_value_vec made;
} naive_eval;

void naive_eval_init(naive_eval *e, const term_store *ts, const term *symbols, const term *values, size_t n);
void naive_eval_release(naive_eval *e);
const naive_value *naive_eval_tree(naive_eval *e, const naive *tree); /* valid until release */
const naive_value *naive_eval_value(naive_eval *e, term value); /* of a value as in eval.h */
/* Of one sort. Arrays are equal if all their elements are. */
bool naive_eval_is_equal(naive_eval *e, sort s, const naive_value *a, const naive_value *b);

#endif
