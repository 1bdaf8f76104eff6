#ifndef ENGINE_SPACER_TRACE_H
#define ENGINE_SPACER_TRACE_H

/* What Spacer tells about a counterexample in terms of its transformed rules: the rules used, breadth first from the goal, and
 * their names. Inlining rule b into rule a makes the name `a;b`, so a name lists the clauses that a rule is made of, each after
 * one whose body it completes. Body atoms that hold always may have been dropped, and then no clause stands for them. */

#include "engine/spacer_session.h"
#include "engine/spacer_tree.h"

typedef struct spacer_rule {
    spacer_tag head;
    uint32_t body; /* offset in spacer_trace.body; n_body tags */
    uint32_t n_body;
} spacer_rule;
VEC_DECLARE(spacer_rule_vec, spacer_rule);

typedef struct spacer_trace {
    spacer_rule_vec rules;
    u32_vec body;
    u32_vec clauses; /* of all rules, one rule after the other; SPACER_NO_CLAUSE where Spacer added a rule of its own */
} spacer_trace;

void spacer_trace_init(spacer_trace *t);
void spacer_trace_release(spacer_trace *t);
/* Asks for the trace after the goal was found derivable. False if it makes no sense to us. */
bool spacer_trace_read(spacer_trace *t, spacer_session *s, Z3_fixedpoint fp);

/* How to tell where a rule's clauses end and the next rule's begin: a predicate is inlined where it stands more often in the
 * clauses than in the rule, or it is inlined if the trace has no rule for it. */
typedef enum spacer_split { SPACER_SPLIT_BY_COUNT, SPACER_SPLIT_BY_HEAD } spacer_split;
/* Builds the tree. False if the names do not fit the rules. */
bool spacer_trace_build(const spacer_trace *t, const horn *h, spacer_split split, spacer_tree *tree);

/* The clauses that occur, and all clauses of predicates that occur in them and have none among them, and so on: used[i] = 1. */
void spacer_trace_used(const spacer_trace *t, const horn *h, uint8_t *used);

#endif
