#ifndef ENGINE_EDGES_H
#define ENGINE_EDGES_H

/* Questions about single clauses, for engines whose vertices are applications of clauses (lawi, cegar): what does the head satisfy if the body satisfies
 * given labels? One incremental solver for each clause, made when it is first asked; labels are assumptions. */

#include "horn/horn.h"
#include "smt/smt.h"

typedef struct edges edges;

/* Borrowed: `beside`, whose limits and counters its solvers have. */
edges *edges_new(const horn *h, smt *beside);
void edges_free(edges *e);

/* For one body atom: sets of formulas over its predicate's parameters, read as conjunctions; any may be NULL. */
typedef struct edge_labels {
    const term_vec *first, *second, *third;
} edge_labels;

/* For each of the following questions; 0: the usual time. */
void edges_set_seconds(edges *e, double seconds);
/* In what follows, `guard` is a formula over the clause's variables that restricts it further.
 * UNSAT: the clause cannot be applied to facts that satisfy the labels. */
smt_result edges_feasible(edges *e, uint32_t clause, term guard, const edge_labels *labels);
/* Does the head satisfy `formula`? UNSAT: yes. Of a query: is it infeasible? The formula does not matter. */
smt_result edges_entail(edges *e, uint32_t clause, term guard, const edge_labels *labels, term formula);
/* Keeps of `candidates`, formulas over the head's parameters, those that the head is known to satisfy. */
void edges_filter(edges *e, uint32_t clause, term guard, const edge_labels *labels, term_vec *candidates);

/* After a question that was answered SAT: the formula's value for the head. */
term edges_head_value(edges *e, uint32_t clause, term formula);
/* After edges_feasible has answered SAT: appends the values of the head's arguments; TERM_NONE where there is none. */
void edges_point(edges *e, uint32_t clause, term_vec *out);
/* After edges_feasible has answered SAT: the conjunction of those literals over arguments of the clause's atoms that hold there, that
 * decide disjunctions of the constraint, and that are no conjuncts of it anyway. TERM_NONE if the values do not tell. */
term edges_case(edges *e, uint32_t clause, term guard);
/* After the clause's last question was answered UNSAT: was the formula, a member of the label of body atom j, needed? */
bool edges_is_in_core(const edges *e, uint32_t clause, size_t j, term formula);

#endif
