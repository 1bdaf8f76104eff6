#ifndef ENGINE_SPACER_H
#define ENGINE_SPACER_H

/* Z3's Spacer behind our interface. Spacer transforms the clauses before it searches (it inlines predicates, drops arguments and
 * body atoms), which makes it much stronger; so it is left to do that, and the results are translated back:
 *
 *   safe    Spacer's answer interprets all predicates.
 *   unsafe  Spacer names the clauses along its counterexample. They form a tree of clause instances with the values left open and
 *           perhaps some leaves missing (spacer_trace.c); one query finds the values (spacer_tree.c). If that does not work,
 *           Spacer runs again on the clauses it named, without transformations, and its proof consists of our facts
 *           (spacer_proof.c). */

#include "engine/engine.h"

void spacer_run(const horn *h, const engine_context *context, result *out);

#endif
