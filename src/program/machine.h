#ifndef PROGRAM_MACHINE_H
#define PROGRAM_MACHINE_H

/* Expressions compiled for the interpreter.
 *
 * An expression becomes a list of operations, arguments first, each of which writes one temporary. Operands are constants,
 * temporaries, and variables: globals, or locals of the innermost frame. Evaluation is strict, as eval.h's is in effect: a division
 * by zero makes a value bad, and an `ite` or a junction that does not depend on it is good again.
 * A write to an array happens in place if nothing else needs the array: in `M := store(M, a, v)` the array is taken out of M,
 * which is about to be overwritten. For that, operations are ordered so that writes come as late as possible.
 * What has no operation here (quantifiers, functions, arrays of arrays) is left to eval.h. */

#include "base/map.h"
#include "program/program.h"
#include "program/value.h"
#include "term/eval.h"

typedef enum space { SPACE_LOCAL, SPACE_GLOBAL, SPACE_TEMP, SPACE_CONSTANT, SPACES } space;
typedef struct operand {
    uint32_t bits; /* space in the upper two, index in the lower ones */
} operand;
static inline operand operand_make(space s, size_t index)
{
    assert(index < UINT32_C(1) << 30);
    return (operand){(uint32_t)s << 30 | (uint32_t)index};
}

typedef struct operation {
    term_kind kind;
    uint32_t first, count; /* operands */
    uint32_t width; /* bit-vectors: of the first operand; INT_TO_BV: of the result; FLOAT: of the format */
    uint32_t high, low; /* indices; FLOAT: which operation is `high` */
    uint32_t taken; /* set of operands, as bits: arrays that nothing needs afterwards */
} operation;

typedef struct expression {
    term t;
    uint32_t first, count; /* operations */
    operand result;
    bool can_fail; /* it has a division by something that may be 0 */
    bool is_general; /* left to eval.h */
} expression;

VEC_DECLARE(operand_vec, operand);
VEC_DECLARE(operation_vec, operation);

typedef struct machine {
    const program *p;
    term_store *ts;
    u32_map places; /* variable -> operand.bits */
    operation_vec operations;
    operand_vec operands;
    value_vec constants, temps, globals, frames;
    u32_map constant_index; /* term -> index in constants */
    size_t frame; /* where the innermost frame begins */
    value *base[SPACES];
    size_t owned; /* temporaries that may own something */
    evaluator *general;
} machine;

void machine_init(machine *m, const program *p);
void machine_release(machine *m);

/* `target`: the variable that is assigned the result at once, or TERM_NONE. */
expression machine_compile(machine *m, term t, term target);
/* False if there is no value: division by zero, or eval.h does not know. The value is the caller's. */
bool machine_eval(machine *m, const expression *e, value *out);

/* A frame of n variables that are not set becomes the innermost one; machine_pop drops it, and the one at `below` is it again. */
void machine_push(machine *m, size_t n);
void machine_pop(machine *m, size_t below);

/* The variable's place in the innermost frame or among the globals; valid until a frame is pushed. */
value *machine_variable(const machine *m, term variable);
void machine_assign(machine *m, operand target, value v); /* takes v over */
static inline value *machine_at(const machine *m, operand o) { return m->base[o.bits >> 30] + (o.bits & (UINT32_MAX >> 2)); }

#endif
