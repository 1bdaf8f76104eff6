#ifndef ENGINE_BMC_H
#define ENGINE_BMC_H

/* Bounded model checking: unrolls the clauses backwards from the queries and asks the solver for a derivation.
 *
 * A derivation is a tree. A *slot* is a position in that tree: the root, or the j-th premise of another slot. At each slot one
 * clause is chosen, so the facts of all predicates that may stand there share the slot: for linear clauses the slots are a
 * chain, and this is the usual unrolling. An *instance* is a predicate at a slot; it is expanded (its clauses are added) only
 * when the solver's core says that its being unexpanded is what blocks a derivation (on-demand inlining). If nothing blocks and
 * there is none, interpolation makes a model of what was unrolled. */

#include "engine/engine.h"

void bmc_run(const horn *h, const engine_context *context, result *out);

#endif
