/* Refinement: predicates that refute a spurious counterexample. There are several ways to find them; each is tried until one makes a label of the
 * counterexample stronger. The conjuncts of interpolants always do, unless a question took too long: by induction along the counterexample, a Cartesian post
 * entails each conjunct. */

#include "engine/cegar/graph.h"
#include "engine/invgen/path_invariants.h"
#include "engine/weaken.h"
#include "term/dag.h"

#include <stdlib.h>

/* For the invariants of one path program. */
#define PATH_INVARIANT_SECONDS 5.0

/* ---- predicates out of formulas ---- */

static bool is_connective(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    if (k == TERM_EQ || k == TERM_ITE) return term_sort(ts, term_arg(ts, t, k == TERM_ITE)).id == sort_bool(ts).id;
    return k == TERM_AND || k == TERM_OR || k == TERM_NOT;
}

/* Adds the atoms of the formula to the predicates of v's place; true if one is new. */
static bool add_atoms(cegar_graph *g, uint32_t v, term formula)
{
    term_vec work;
    u32_map seen = {0};
    term_vec_init(&work);
    term_vec_push(&work, formula);
    bool any = false;
    while (work.size) {
        term t = term_vec_pop(&work);
        bool added = true;
        u32_map_put(&seen, t.id, &added);
        if (!added) continue;
        if (is_connective(g->ts, t))
            for (size_t i = 0; i < term_arity(g->ts, t); i++) term_vec_push(&work, term_arg(g->ts, t, i));
        else any = cegar_add_predicate(g, v, t) || any;
    }
    u32_map_release(&seen);
    term_vec_release(&work);
    return any;
}

static bool add_conjuncts(cegar_graph *g, uint32_t v, term formula)
{
    term_vec conjuncts;
    term_vec_init(&conjuncts);
    weaken_split(g->ts, formula, &conjuncts);
    bool any = false;
    for (size_t i = 0; i < conjuncts.size; i++) any = cegar_add_predicate(g, v, conjuncts.data[i]) || any;
    term_vec_release(&conjuncts);
    return any;
}

/* ---- labels made stronger ---- */

/* Posts once more, from the leaves to the root, the nodes of the counterexample for which formulas[k] says something. What is derived from a
 * vertex with a stronger label is removed. True if there is one. */
static bool strengthen(cegar_graph *g, const term_vec *formulas)
{
    const path *p = &g->path;
    bool any = false;
    for (size_t k = 0; k < formulas->size && k + 1 < p->nodes.size; k++) {
        uint32_t v = p->nodes.data[k].vertex;
        term f = formulas->data[k];
        if (p->nodes.data[k].cut || cegar_vertex_at(g, v)->removed || term_is_none(f) || term_is_equal(f, term_true(g->ts))) continue;
        if (!cegar_post(g, v)) continue;
        cegar_remove_below(g, v);
        any = true;
    }
    return any;
}

/* ---- the ways ---- */

typedef bool add_fn(cegar_graph *g, uint32_t v, term formula);

static void add_to_nodes(cegar_graph *g, const term_vec *formulas, add_fn *add)
{
    const path *p = &g->path;
    for (size_t k = 0; k < formulas->size; k++)
        if (!p->nodes.data[k].cut && !term_is_none(formulas->data[k])) add(g, p->nodes.data[k].vertex, formulas->data[k]);
}

static bool refine_by_preconditions(cegar_graph *g)
{
    term_vec images;
    term_vec_init(&images);
    cegar_preconditions(g, &images);
    add_to_nodes(g, &images, add_atoms);
    bool refined = strengthen(g, &images);
    if (refined) stats_count(g->stats, cegar_by_wp);
    term_vec_release(&images);
    return refined;
}

/* The clauses of the path; does it come by a predicate symbol twice? Then it goes round a loop. */
static bool list_clauses(const cegar_graph *g, u32_vec *out)
{
    const path *p = &g->path;
    bool *seen = alloc_zeroed(horn_pred_count(g->h) + 1, sizeof *seen), repeats = false;
    for (size_t k = 0; k < p->nodes.size; k++) {
        const cegar_vertex *x = cegar_vertex_at(g, p->nodes.data[k].vertex);
        u32_vec_push(out, x->clause);
        if (pred_is_false(x->pred)) continue;
        repeats = repeats || seen[x->pred.id];
        seen[x->pred.id] = true;
    }
    free(seen);
    return repeats;
}

/* The invariants of the path program, if there are any, make labels stronger. g->path has all of the derivation after that. */
static bool add_path_invariants(cegar_graph *g, const u32_vec *clauses)
{
    term_vec *invariants = alloc_zeroed(horn_pred_count(g->h) + 1, sizeof *invariants), labels;
    term_vec_init(&labels);
    bool found = path_invariants(g->h, clauses->data, clauses->size, PATH_INVARIANT_SECONDS, &g->context->limits, g->stats, invariants);
    for (size_t k = 0; k + 1 < g->path.nodes.size; k++) {
        const term_vec *here = &invariants[cegar_vertex_at(g, g->path.nodes.data[k].vertex)->pred.id];
        term_vec_push(&labels, term_mk_and(g->ts, here->data, here->size));
    }
    if (found) add_to_nodes(g, &labels, add_conjuncts);
    bool refined = found && strengthen(g, &labels);
    for (size_t q = 0; q < horn_pred_count(g->h); q++) term_vec_release(&invariants[q]);
    free(invariants);
    term_vec_release(&labels);
    return refined;
}

static bool refine_by_path_invariants(cegar_graph *g, uint32_t v)
{
    u32_vec clauses;
    u32_vec_init(&clauses);
    bool refined = path_build(&g->path, v, SIZE_MAX) && list_clauses(g, &clauses) && path_program_is_new(&g->path_programs, g->h, clauses.data, clauses.size) && add_path_invariants(g, &clauses);
    if (refined) stats_count(g->stats, cegar_by_path_invariants);
    u32_vec_release(&clauses);
    return refined;
}

/* Posts along the counterexample become Boolean ones. */
static bool refine_by_booleans(cegar_graph *g, const term_vec *formulas)
{
    bool any = false;
    for (size_t k = 0; k < formulas->size; k++) {
        precision *of = cegar_place(g, g->path.nodes.data[k].vertex);
        any = any || !of->is_boolean;
        of->is_boolean = true;
    }
    any = any && strengthen(g, formulas);
    if (any) stats_count(g->stats, cegar_by_booleans);
    return any;
}

/* The last predicates. */
static void add_hints(void *context, uint32_t v, term_vec *atoms)
{
    enum { MAX_HINTS = 5 };
    const cegar_graph *g = context;
    const term_vec *known = &cegar_place(g, v)->predicates;
    for (size_t i = known->size > MAX_HINTS ? known->size - MAX_HINTS : 0; i < known->size; i++) term_vec_push(atoms, known->data[i]);
}

static void no_hints(void *context, uint32_t v, term_vec *atoms)
{
    (void)context, (void)v, (void)atoms;
}

static bool strengthen_by(cegar_graph *g, const term_vec *labels)
{
    if (g->options.atoms) {
        add_to_nodes(g, labels, add_atoms);
        if (strengthen(g, labels) || (g->options.fallback && refine_by_booleans(g, labels))) return true;
    }
    add_to_nodes(g, labels, add_conjuncts);
    return strengthen(g, labels) || (g->options.fallback && refine_by_booleans(g, labels));
}

static cegar_refinement refine_by_interpolants(cegar_graph *g)
{
    term_vec labels;
    term_vec_init(&labels);
    cegar_refinement made = CEGAR_FAILED;
    switch (path_interpolate(&g->path, g->itp, g->options.weaken ? add_hints : no_hints, g, &labels, &g->failure)) {
    case ITP_FOUND:
        if (g->options.weaken) weaken_path(&g->path, &labels);
        if (strengthen_by(g, &labels)) made = CEGAR_REFINED;
        else g->failure = "the posts along a counterexample could not be computed";
        break;
    case ITP_SAT: made = CEGAR_FEASIBLE; break;
    case ITP_UNKNOWN: break;
    }
    term_vec_release(&labels);
    return made;
}

static cegar_refinement refine_path(cegar_graph *g, uint32_t v)
{
    path *p = &g->path;
    if (!path_build_infeasible_end(p, v, g->path_solver)) {
        g->failure = "a derivation is too large";
        return CEGAR_FAILED;
    }
    smt_result r = path_is_cut(p) ? SMT_UNSAT : path_check(p, g->path_solver);
    if (r == SMT_SAT) return CEGAR_FEASIBLE;
    if (r == SMT_UNSAT && g->options.path_invariants) {
        if (refine_by_path_invariants(g, v)) return CEGAR_REFINED;
        path_build_infeasible_end(p, v, g->path_solver);
    }
    if (r == SMT_UNSAT && g->options.wp && refine_by_preconditions(g)) return CEGAR_REFINED;
    return refine_by_interpolants(g);
}

cegar_refinement cegar_refine(cegar_graph *g, uint32_t v, result *out)
{
    const char *failure = g->failure;
    stats_count(g->stats, cegar_refinements);
    cegar_phase begin = cegar_phase_begin(g);
    cegar_refinement made = refine_path(g, v);
    if (made == CEGAR_FEASIBLE && !(path_build(&g->path, v, SIZE_MAX) && path_derivation(&g->path, &g->context->limits, g->stats, &out->derivation))) {
        g->failure = "the solver's model has no exact values";
        made = CEGAR_FAILED;
    }
    cegar_phase_end(g, begin, refine);
    if (made != CEGAR_FEASIBLE && cegar_split_again(g)) made = CEGAR_REFINED;
    if (made != CEGAR_FAILED) g->failure = failure;
    return made;
}
