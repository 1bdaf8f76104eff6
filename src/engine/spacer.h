#ifndef ENGINE_SPACER_H
#define ENGINE_SPACER_H

/* Z3's Spacer behind our interface. Its running times vary by orders of magnitude with details that do not matter, so it gets
 * several attempts, each twice as long as the one before, by turns on the clauses as they are and on clauses that Spacer has
 * transformed itself (it inlines predicates, drops arguments and body atoms).
 *
 *   safe    Spacer's answer interprets all predicates that matter; it is checked if
 *           Spacer has transformed them, as it is wrong about inlined ones at times.
 *   unsafe  Spacer names the clauses along its counterexample. They form a tree of clause instances with the values left open and
 *           perhaps some leaves missing (spacer_trace.c); one query finds the values (derivation_tree.c). If that does not work,
 *           Spacer runs again on the clauses it named, without transformations, and its proof consists of our facts
 *           (spacer_proof.c). */

#include "engine/engine.h"

void spacer_run(const horn *h, const engine_context *context, result *out);

#endif
