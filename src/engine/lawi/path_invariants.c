/* Refinement by path invariants: those of the path program are formulas worth trying, at the vertices of this path, which goes round its loops a few times, and, as
 * they are inductive, at those of all others that go round more often. */

#include "engine/invgen/path_invariants.h"
#include "engine/lawi/rules.h"

#include "base/alloc.h"

#include <stdlib.h>

#define PATH_INVARIANT_SECONDS 3.0

/* The clauses of the path. Does it come by a predicate twice? */
static bool list_clauses(const unwinding *u, const path *p, u32_vec *out)
{
    bool *seen = alloc_zeroed(horn_pred_count(u->h) + 1, sizeof *seen), repeats = false;
    for (size_t k = 0; k < p->nodes.size; k++) {
        const vertex *x = unwinding_vertex(u, p->nodes.data[k].vertex);
        u32_vec_push(out, x->clause);
        if (pred_is_false(x->pred)) continue;
        repeats = repeats || seen[x->pred.id];
        seen[x->pred.id] = true;
    }
    free(seen);
    return repeats;
}

/* Puts the invariants into the pools; vertices of the path look at them as if for the first time. */
static bool add_invariants(unwinding *u, const path *p, const u32_vec *clauses)
{
    size_t n = horn_pred_count(u->h);
    term_vec *invariants = alloc_zeroed(n + 1, sizeof *invariants);
    bool found = path_invariants(u->h, clauses->data, clauses->size, PATH_INVARIANT_SECONDS, &u->context->limits, u->stats, invariants);
    for (uint32_t q = 0; q < n; q++) {
        for (size_t i = 0; i < invariants[q].size && found; i++) lawi_add_candidate(u, (pred){q}, invariants[q].data[i]);
        term_vec_release(&invariants[q]);
    }
    free(invariants);
    for (size_t k = 0; k < p->nodes.size; k++) unwinding_vertex(u, p->nodes.data[k].vertex)->facts_from = 0;
    return found;
}

bool lawi_refine_by_path_invariants(unwinding *u, path *p, uint32_t v, u32_vec *strengthened)
{
    u32_vec clauses;
    u32_vec_init(&clauses);
    bool tried = path_build(p, v, SIZE_MAX) && list_clauses(u, p, &clauses) && path_program_is_new(&u->path_programs, u->h, clauses.data, clauses.size);
    bool refined = tried && path_check(p, u->path_solver) == SMT_UNSAT && add_invariants(u, p, &clauses) && lawi_refine_by_facts(u, v, strengthened);
    u32_vec_release(&clauses);
    return refined;
}
