#ifndef ENGINE_CEGAR_CEGAR_H
#define ENGINE_CEGAR_CEGAR_H

/* Lazy predicate abstraction with counterexample-guided refinement, on Horn clauses. See docs/engines/cegar.md; graph.h has the invariants. */

#include "engine/engine.h"

/* As the switches of the same names in engine_context.engine_options, each with or without `no-`. */
typedef struct cegar_options {
    bool boolean; /* Boolean posts everywhere from the start, not only where Cartesian ones do not suffice */
    bool fallback; /* Boolean posts where Cartesian ones do not suffice */
    bool atoms; /* predicates are the atoms of interpolants, not their conjuncts */
    bool weaken; /* interpolants are made as weak as each edge allows, with predicates there are as hints for them; otherwise as the prover gives them */
    bool wp; /* predicates are the atoms of weakest preconditions along the counterexample; interpolants where these do not help */
    bool values; /* vertices are for single values of arguments that have a few only, once predicates speak of them */
    bool path_invariants; /* predicates are invariants of the path programs of counterexamples that go round a loop; interpolants where these do not help */
} cegar_options;

/* NULL, or the first name of the list (which may be NULL) that is no switch. */
const char *cegar_options_read(cegar_options *o, const char *list);
void cegar_run_with(const horn *h, const engine_context *context, const cegar_options *options, result *out);
void cegar_run(const horn *h, const engine_context *context, result *out);

#endif
