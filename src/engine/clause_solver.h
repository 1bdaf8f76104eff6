#ifndef ENGINE_CLAUSE_SOLVER_H
#define ENGINE_CLAUSE_SOLVER_H

/* One clause and an incremental solver that has its constraint: what the engines that ask about single clauses share. What is known about the body and
 * asked about the head are formulas over the parameters of predicates; clause_solver_at says them over the clause's variables.
 *
 * The solver may be stopped at any time, which frees its memory, and started again without what was asserted since. */

#include "horn/horn.h"
#include "smt/smt.h"

typedef struct clause_solver {
    const clause *c;
    smt *solver; /* NULL while it is stopped */
    substitution **at; /* for each body atom, and the head unless it is false: parameters to arguments */
} clause_solver;

/* Without a solver. Borrowed: the problem. */
void clause_solver_init(clause_solver *s, const horn *h, uint32_t clause);
void clause_solver_release(clause_solver *s);

/* A new solver with nothing but the constraint, with the limits and counters of `beside`. */
void clause_solver_start(clause_solver *s, smt *beside);
void clause_solver_stop(clause_solver *s);

/* The formula about the body atom with that number, or about the head if it is n_body, over the clause's variables. */
term clause_solver_at(const clause_solver *s, size_t number, term formula);
static inline term clause_solver_at_head(const clause_solver *s, term formula) { return clause_solver_at(s, s->c->n_body, formula); }

#endif
