#ifndef SOLVE_VARIANT_H
#define SOLVE_VARIANT_H

/* What engines get of a problem. A variant is made once, by one process, which then forks the engines that work on it (supervisor.h). Results are
 * translated back: they are about the problem that the variant was made of. */

#include "engine/engine.h"
#include "pass/pass.h"

typedef enum variant_kind {
    VARIANT_AS_IT_IS, /* after the passes */
    VARIANT_SMALL_BLOCKS, /* the same, with clauses not inlined */
    VARIANT_UNROLLED, /* loops with few turns unrolled */
    VARIANT_ACCELERATED, /* loops with closed forms in one step */
    VARIANT_STRENGTHENED, /* with facts of abstract interpretation */
    VARIANT_NAMED, /* with variables for fields of datatypes */
    VARIANT_ABSTRACTED, /* its abstractions, one after the other: models only */
    VARIANT_KINDS
} variant_kind;
extern const char *const VARIANT_NAMES[]; /* what comes after an engine's name: " on unrolled loops" */

typedef struct variant {
    variant_kind kind; /* UNROLLED, ACCELERATED, NAMED, or what the others are made of */
    bool small_blocks; /* clauses are not inlined */
    const horn *h; /* the problem */
    const char *const *skip; /* passes to leave out */
    size_t n_skip;
    limits limits;
    pipeline *made; /* by variant_prepare; NULL: there is no such variant */
    double seconds; /* that took */
} variant;

/* Abstractions are made by those who search them, of the problem after the passes. */
void variant_prepare(variant *v);
/* Runs an engine on the variant, or on its abstractions if `kind` says so, and translates its result back. */
void variant_search(const variant *v, variant_kind kind, const engine *e, const engine_context *c, result *out);
void variant_release(variant *v);

#endif
