#ifndef ENCODE_FLOW_H
#define ENCODE_FLOW_H

/* The control flow of one procedure: what can be reached from block 0, ignoring conditions. */

#include "program/program.h"

typedef struct flow {
    u32_vec order; /* reachable blocks; every edge goes forward in it, except those that close a loop */
    u32_vec position; /* by block: index in order, FLOW_NONE if it cannot be reached */
    u32_vec is_loop_head; /* by block: target of an edge that closes a loop, so that every cycle has one */
    u32_vec length; /* by block: number of statements before the first EXIT */
    u32_vec ends; /* by block: it has an EXIT, so that nothing after `length` is reached */
    u32_vec first_pred, preds; /* reachable predecessors of b: preds[first_pred[b] .. first_pred[b + 1]) */
} flow;

#define FLOW_NONE UINT32_MAX

void flow_init(flow *w, const program *p, proc f);
void flow_release(flow *w);
static inline bool flow_is_reachable(const flow *w, uint32_t b) { return w->position.data[b] != FLOW_NONE; }
/* Branches that may be taken at the end of b. */
size_t flow_branch_count(const flow *w, const program *p, proc f, uint32_t b);
/* A call of a function that reports a failure. */
bool flow_is_failure(const program *p, const stmt *s);
/* The failure that ends every run into this block, if it is near its start, or NULL. The goal's place is then the decision that leads here. */
const stmt *flow_failure(const flow *w, const program *p, proc f, uint32_t b);

#endif
