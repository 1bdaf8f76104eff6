#ifndef BITS_CIRCUIT_H
#define BITS_CIRCUIT_H

/* Circuits of and-gates and inverters. A literal is a gate or an input, or its negation; equal gates are made once, and what is constant
 * or follows from two levels of gates is simplified at once. */

#include "base/map.h"
#include "base/vec.h"

typedef struct lit {
    uint32_t id; /* 2 * node, + 1 if it is negated; node 0 is the constant false */
} lit;
#define LIT_FALSE ((lit){0})
#define LIT_TRUE ((lit){1})

static inline lit lit_not(lit a) { return (lit){a.id ^ 1}; }
static inline bool lit_is_equal(lit a, lit b) { return a.id == b.id; }
static inline bool lit_is_constant(lit a) { return a.id < 2; }
static inline uint32_t lit_node(lit a) { return a.id >> 1; }
VEC_DECLARE(lit_vec, lit);

typedef struct gate {
    lit a, b; /* of an input: both LIT_FALSE */
} gate;
VEC_DECLARE(gate_vec, gate);

typedef struct circuit {
    gate_vec gates; /* by node */
    u64_map known; /* two literals -> the gate of both */
} circuit;

void circuit_init(circuit *c);
void circuit_release(circuit *c);
static inline size_t circuit_size(const circuit *c) { return c->gates.size; }
static inline bool circuit_is_input(const circuit *c, uint32_t node) { return node && !c->gates.data[node].a.id && !c->gates.data[node].b.id; }

lit circuit_input(circuit *c); /* a new one */
lit circuit_and(circuit *c, lit a, lit b);
static inline lit circuit_or(circuit *c, lit a, lit b) { return lit_not(circuit_and(c, lit_not(a), lit_not(b))); }
lit circuit_xor(circuit *c, lit a, lit b);
lit circuit_ite(circuit *c, lit condition, lit a, lit b);

/* The values of the nodes from values->size on to before `end`, those before being known; inputs among them are false. */
void circuit_evaluate(const circuit *c, uint32_t end, u32_vec *values);
static inline bool circuit_value(const u32_vec *values, lit a) { return values->data[lit_node(a)] != (a.id & 1); }

#endif
