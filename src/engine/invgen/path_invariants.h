#ifndef ENGINE_INVGEN_PATH_INVARIANTS_H
#define ENGINE_INVGEN_PATH_INVARIANTS_H

/* Path invariants (Beyer, Henzinger, Majumdar, Rybalchenko, "Path Invariants", 2007): the path program of a spurious counterexample consists of the clauses that
 * it uses; the loops that it goes round are loops there. An inductive invariant map of that refutes the counterexample, and all those that go round more often. */

#include "base/map.h"
#include "engine/engine.h"

/* Was there no path program of these clauses before? Remembers that there is one now. */
bool path_program_is_new(u64_map *seen, const horn *h, const uint32_t *clauses, size_t n);

/* clauses: those of the counterexample, in any order, also more than once; the query is one of them. Appends the atoms of the invariants that InvGen finds, and of
 * the facts they need: predicates[p], by predicate, formulas over its parameters. False if it finds none in `seconds`. */
bool path_invariants(const horn *h, const uint32_t *clauses, size_t n, double seconds, const limits *l, stats *counters, term_vec *predicates);

#endif
