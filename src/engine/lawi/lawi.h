#ifndef ENGINE_LAWI_LAWI_H
#define ENGINE_LAWI_LAWI_H

/* Lazy abstraction with interpolants (IMPACT), on Horn clauses. See docs/engines/lawi.md; unwinding.h has the invariants. */

#include "engine/engine.h"

/* As the switches `templates`, `values`, `split` and `path-invariants` of engine_context.engine_options, each with or without `no-`. */
typedef struct lawi_options {
    bool templates; /* simple formulas are tried before interpolants */
    bool values; /* where labels speak of an argument of few values, vertices are made for single ones */
    bool path_invariants; /* where a path goes round a loop, invariants of its path program are tried before interpolants */
    bool split; /* disjunctive clauses are split into cases from the start, not only where interpolation fails */
} lawi_options;

/* NULL, or the first name of the list (which may be NULL) that is no switch. */
const char *lawi_options_read(lawi_options *o, const char *list);
void lawi_run_with(const horn *h, const engine_context *context, const lawi_options *options, result *out);
void lawi_run(const horn *h, const engine_context *context, result *out);

#endif
