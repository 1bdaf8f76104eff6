#ifndef PASS_CLAUSE_BUILDER_H
#define PASS_CLAUSE_BUILDER_H

/* Clauses under construction. A clause_builder is a `clause` whose arrays live in an arena of the pass. */

#include "base/arena.h"
#include "horn/horn.h"
#include "logic/solve_eq.h"

/* A copy that may be changed: its atoms and their arguments are not shared with c. */
clause clause_builder_copy(arena *mem, const horn *h, const clause *c);
atom clause_builder_atom(arena *mem, const horn *h, atom a);
/* Sets `vars` from the atoms and the constraint. */
void clause_builder_set_vars(arena *mem, const horn *h, clause *c);
/* Appends the arguments of the body atoms, of the head. */
void clause_builder_body_args(const horn *h, const clause *c, term_vec *out);
void clause_builder_head_args(const horn *h, const clause *c, term_vec *out);

/* Solves the equations in c's constraint for c's variables, those first that no atom has, those last that are plain arguments
 * of body atoms, so that compound arguments end up in heads. `e` is new, or has solved an earlier form of c. */
void clause_builder_solve(arena *mem, const horn *h, clause *c, solve_eq *e);

#endif
