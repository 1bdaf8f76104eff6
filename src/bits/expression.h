#ifndef BITS_EXPRESSION_H
#define BITS_EXPRESSION_H

/* Expressions of a program as circuits over the values that its variables have. */

#include "bits/memory.h"
#include "bits/sum.h"
#include "encode/liveness.h"

typedef struct plan {
    uint32_t first, count; /* of its subterms in `order` */
} plan;
MAP_DECLARE(plan_map, uint32_t, plan, map_hash_u64, MAP_EQ_PLAIN);

/* What an assumption says about a read: so many bits, the sign included. */
typedef struct bounded_read {
    term read;
    uint32_t width;
    bool is_natural;
} bounded_read;
VEC_DECLARE(bounded_read_vec, bounded_read);

typedef struct expressions {
    memory *m;
    const program *p;
    const term_store *ts;
    const liveness *live;
    plan_map plans; /* by term */
    u32_vec order; /* subterms, each after its own */
    value_vec values; /* by term: of the evaluation in progress */
    u32_vec seen; /* by term: mark of the search in progress */
    uint32_t mark;
    u32_map tamed; /* wild words -> what they are, since an assumption bounds them */
    bounded_read_vec bounded; /* what assumptions have said since a variable was assigned */
    bool is_assuming; /* the assumption itself is being evaluated */
    u32_map widths; /* array variable -> bits of its elements, as assumptions bound every read of them */
    bool arrays_mix; /* one array variable becomes another: widths say nothing */
    value_vec constants; /* by number: of globals that never change */
    term replaced; /* a term that has another value than its own just now, or TERM_NONE */
    value replacement;
    summand_word_vec summands; /* of the sum in progress */
    lit stuck; /* a division by zero is among what was evaluated since this was cleared */
    bool is_missing; /* a variable without a value is among it, too */
    const char *failure; /* what cannot be done; NULL: nothing so far */
} expressions;

void expressions_init(expressions *e, memory *m, const program *p, const liveness *live);
void expressions_release(expressions *e);

/* The value of t if `variables` has those of its symbols, by number (NULL: there are none). NO_VALUE if a variable has none, or, with `failure`, if it
 * cannot be had. */
value expressions_value(expressions *e, term t, const value *variables);
lit expressions_condition(expressions *e, term t, const value *variables); /* LIT_FALSE on failure */
/* The same for an assumption: what is read from memory that nobody has set is as it says from now on, up to the next call of
 * expressions_forget. */
lit expressions_assumption(expressions *e, term t, const value *variables);
void expressions_forget(expressions *e);
static inline void expressions_note_assignment(expressions *e) { bounded_read_vec_clear(&e->bounded); }

/* Where the condition, which was just evaluated to no constant, is true: a variable, or an element of an array that is one, may be fewer
 * numbers, or have fewer bits. Changes the variables to what is the same there, and simpler; false if there is nothing. */
bool expressions_narrow(expressions *e, term condition, value *variables);

/* A new input for the variable within the bounds, numerals or TERM_NONE, and whether it is. */
value expressions_input(expressions *e, term variable, term low, term high, uint32_t origin, lit *is_within);

#endif
