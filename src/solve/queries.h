#ifndef SOLVE_QUERIES_H
#define SOLVE_QUERIES_H

/* Problems whose queries have no predicates any more, as loop-free programs become: each query is a satisfiability problem of its own,
 * which solvers are asked about in turns. */

#include "engine/engine.h"

/* No query has a predicate or a quantifier. */
bool queries_are_closed(const horn *h);
/* Gives `out` an answer and returns true, if the problem is of that kind and the solvers can tell. */
bool queries_run(const horn *h, const engine_context *context, result *out);

#endif
