#ifndef ITP_SCOPE_H
#define ITP_SCOPE_H

/* What is shared: the symbols and functions that occur both inside and outside of a subtree. */

#include "base/map.h"
#include "term/term.h"

typedef struct scope {
    const term_store *ts;
    u64_map places; /* symbol or function -> number of nodes it occurs in */
    u64_map inside; /* the same, of the nodes inside */
    u32_map known; /* term -> is it shared; forgotten when the inside changes */
} scope;

void scope_init(scope *s, const term_store *ts);
void scope_release(scope *s);
/* A node that says all of the formulas. */
void scope_add_node(scope *s, const term *formulas, size_t n);
/* Nothing is inside. */
void scope_reset(scope *s);
/* This node (one that was added) is inside from now on. */
void scope_enter(scope *s, const term *formulas, size_t n);
/* Is every symbol and function of t shared? */
bool scope_has(scope *s, term t);
/* Appends the symbols (not functions) of the roots that are shared, or that are not. */
void scope_shared_symbols(scope *s, const term *roots, size_t n, term_vec *out);
void scope_local_symbols(scope *s, const term *roots, size_t n, term_vec *out);

/* For implicants (a `cost`): the smaller the better, but what is shared first. */
size_t scope_cost(void *scope, term t);

#endif
