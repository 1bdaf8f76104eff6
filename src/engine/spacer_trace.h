#ifndef ENGINE_SPACER_TRACE_H
#define ENGINE_SPACER_TRACE_H

/* What Spacer tells about a counterexample in terms of its transformed rules: the rules used, breadth first from the goal, and
 * their names. Inlining rule b into rule a makes the name `a;b`, so a name lists the clauses that a rule is made of, each after
 * one whose body it completes. Body atoms that hold always may have been dropped, and then no clause stands for them. */

#include "engine/spacer_session.h"
#include "engine/derivation_tree.h"

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

/* A name does not tell which body atom a clause completes if several have its predicate, nor where a rule's clauses end and the
 * next rule's begin. These are guesses, for linear clauses all the same and right. A predicate is inlined where it stands more
 * often in the clauses than in the rule, and a clause completes an atom of the newest clause (DEPTH) or the oldest (BREADTH); or
 * a predicate is inlined if the trace has no rule for it (HEAD). */
typedef enum spacer_reading { SPACER_READ_DEPTH, SPACER_READ_BREADTH, SPACER_READ_HEAD, SPACER_READINGS } spacer_reading;
/* Builds the tree and appends the nodes that the rules derive. False if the names do not fit the rules. */
bool spacer_trace_build(const spacer_trace *t, const horn *h, spacer_reading reading, derivation_tree *tree, u32_vec *nodes);
/* Guesses the arguments of the nodes from the proof of the trace. */
void spacer_trace_guess(const spacer_trace *t, spacer_session *s, Z3_ast proof, const u32_vec *nodes, derivation_tree *tree);

/* Clauses that suffice, as a rule: those that occur, all clauses of predicates in their bodies that have none among them, and
 * so on; the queries if none occurs. used[i] becomes 1 for them and 0 for the others. */
void spacer_trace_used(const spacer_trace *t, const horn *h, uint8_t *used);

#endif
