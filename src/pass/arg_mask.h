#ifndef PASS_ARG_MASK_H
#define PASS_ARG_MASK_H

/* Problems with fewer arguments: which arguments of which predicates are kept, the problem without the others, and its models as
 * models of the problem before. */

#include "horn/horn.h"
#include "horn/result.h"

/* Arguments of all predicates are numbered through: those of p begin at first[p.id]. */
typedef struct arg_mask {
    uint32_t *first; /* one more than there are predicates */
    bool *kept;
} arg_mask;

void arg_mask_init(arg_mask *m, const horn *h); /* nothing is kept */
void arg_mask_release(arg_mask *m);
static inline bool arg_mask_has(const arg_mask *m, pred p, size_t i) { return m->kept[m->first[p.id] + i]; }
bool arg_mask_is_full(const arg_mask *m, const horn *h);

/* h without the arguments that are not kept: predicates and clauses have the same numbers. Each kept argument and each constraint becomes
 * what `map` (may be NULL: itself) makes of it. */
typedef term arg_mask_map(term_store *ts, term t);
horn *arg_mask_apply(const arg_mask *m, const horn *h, arg_mask_map *map);
/* A model of `after`, which arg_mask_apply made, as one of `before`: the arguments that are gone do not matter. */
void arg_mask_model_back(const arg_mask *m, const horn *before, const horn *after, const model *in, model *out);

#endif
