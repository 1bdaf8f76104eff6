#include "base/u32_list.h"
#include "engine/lawi/rules.h"
#include "engine/weaken.h"

#include <stdlib.h>

#define MAX_HINTS 5

/* The last conjuncts seen at the predicate. */
static void add_hints(void *context, uint32_t v, term_vec *atoms)
{
    const term_vec *pool = &unwinding_place(context, v)->pool;
    for (size_t i = pool->size > MAX_HINTS ? pool->size - MAX_HINTS : 0; i < pool->size; i++) term_vec_push(atoms, pool->data[i]);
}

/* From the leaves up, so that an edge is well-labelled when its end is strengthened. */
void lawi_label_nodes(unwinding *u, const path *p, const term_vec *labels, u32_vec *strengthened)
{
    for (size_t k = 0; k < labels->size; k++) {
        uint32_t v = p->nodes.data[k].vertex;
        if (!p->nodes.data[k].cut && unwinding_strengthen(u, v, labels->data[k])) u32_vec_push(strengthened, v);
    }
    if (strengthened->size) qsort(strengthened->data, strengthened->size, sizeof *strengthened->data, u32_compare);
}

static void label_path(unwinding *u, const path *p, uint32_t v, term_vec *labels, u32_vec *strengthened)
{
    phase begin = phase_begin(u);
    if (u->options.weaken) weaken_path(p, labels);
    lawi_label_nodes(u, p, labels, strengthened);
    unwinding_strengthen(u, v, term_false(u->ts));
    phase_end(u, begin, label);
}

static refine_result read_derivation(unwinding *u, path *p, uint32_t v, result *out)
{
    if (path_build(p, v, SIZE_MAX) && path_derivation(p, &u->context->limits, u->stats, &out->derivation)) return REFINE_FEASIBLE;
    u->failure = "the solver's model has no exact values";
    return REFINE_FAILED;
}

static itp_result interpolate(unwinding *u, path *p, uint32_t v, term_vec *labels)
{
    phase begin = phase_begin(u);
    itp_result r = ITP_UNKNOWN;
    bool built = u->options.ends ? path_build_infeasible_end(p, v, u->path_solver) : path_build(p, v, SIZE_MAX);
    if (built && !u->options.ends) path_slice(p);
    if (built) r = path_interpolate(p, u->itp, u->options.hints ? add_hints : NULL, u, labels, &u->failure);
    else u->failure = "a derivation is too large";
    phase_end(u, begin, itp);
    return r;
}

refine_result lawi_refine(unwinding *u, path *p, uint32_t v, u32_vec *strengthened, result *out)
{
    stats_count(u->stats, lawi_refinements);
    if (u->options.facts && lawi_refine_by_facts(u, v, strengthened)) {
        stats_count(u->stats, lawi_refined_by_facts);
        return REFINED;
    }
    if (u->options.path_invariants && lawi_refine_by_path_invariants(u, p, v, strengthened)) {
        stats_count(u->stats, lawi_by_path_invariants);
        return REFINED;
    }
    term_vec labels;
    term_vec_init(&labels);
    refine_result made = REFINE_FAILED;
    switch (interpolate(u, p, v, &labels)) {
    case ITP_FOUND:
        label_path(u, p, v, &labels, strengthened);
        made = REFINED;
        break;
    case ITP_SAT: made = read_derivation(u, p, v, out); break;
    case ITP_UNKNOWN: break;
    }
    term_vec_release(&labels);
    return made;
}
