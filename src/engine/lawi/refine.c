#include "engine/lawi/rules.h"
#include "engine/lawi/weaken.h"

#include "term/dag.h"

#include <stdlib.h>

/* For finding the values of a feasible derivation. */
#define VALUE_SECONDS 60.0
#define MAX_HINTS 5

/* ---- the labels ---- */

/* The last conjuncts seen at the predicate of each node. */
static void add_hints(path *p, size_t k, term_vec *atoms)
{
    const term_vec *pool = &unwinding_place(p->u, p->nodes.data[k].vertex)->pool;
    for (size_t i = pool->size > MAX_HINTS ? pool->size - MAX_HINTS : 0; i < pool->size; i++)
        term_vec_push(atoms, path_at(p, k, pool->data[i]));
}

static itp_result interpolate(path *p, term_vec *out)
{
    size_t n = p->nodes.size;
    itp_node *nodes = alloc_zeroed(n, sizeof *nodes);
    itp_hints *hints = alloc_zeroed(n, sizeof *hints);
    term_vec atoms;
    term_vec_init(&atoms);
    for (size_t k = 0; k < n; k++) nodes[k] = (itp_node){p->nodes.data[k].formula, p->nodes.data[k].parent};
    for (size_t k = 0; k + 1 < n; k++) {
        size_t before = atoms.size;
        add_hints(p, k, &atoms);
        hints[k].n = atoms.size - before;
    }
    for (size_t k = 0, offset = 0; k + 1 < n; offset += hints[k++].n) hints[k].atoms = atoms.data + offset;
    term_vec_clear(out);
    term_vec_resize(out, n - 1);
    itp_result r = itp_tree(p->u->itp, nodes, n, hints, out->data);
    free(nodes);
    free(hints);
    term_vec_release(&atoms);
    return r;
}

static int compare_ids(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void weaken_premises(const path *p, size_t k, term goal, term_vec *labels)
{
    u32_vec premises;
    u32_vec_init(&premises);
    path_premises(p, k, &premises);
    term_vec *known = alloc_zeroed(premises.size + 1, sizeof *known);
    for (size_t j = 0; j < premises.size; j++) weaken_split(p->u->ts, labels->data[premises.data[j]], &known[j]);
    bool weaker = premises.size && weaken_edge(p->u, p->nodes.data[k].vertex, goal, known);
    for (size_t j = 0; j < premises.size; j++) {
        if (weaker) labels->data[premises.data[j]] = term_mk_and(p->u->ts, known[j].data, known[j].size);
        term_vec_release(&known[j]);
    }
    free(known);
    u32_vec_release(&premises);
}

/* The interpolants as labels, weaker if that does. False if one makes no sense. */
static bool make_labels(path *p, term_vec *interpolants)
{
    for (size_t k = 0; k < interpolants->size; k++) {
        term label = path_label(p, k, interpolants->data[k]);
        if (term_is_none(label)) return false;
        interpolants->data[k] = label;
    }
    for (size_t k = p->nodes.size; k-- > 0;)
        if (!p->nodes.data[k].cut)
            weaken_premises(p, k, k < interpolants->size ? interpolants->data[k] : term_false(p->u->ts), interpolants);
    return true;
}

/* From the leaves up, so that an edge is well-labelled when its end is strengthened. */
static void strengthen_nodes(path *p, const term_vec *labels, u32_vec *strengthened)
{
    for (size_t k = 0; k < labels->size; k++) {
        uint32_t v = p->nodes.data[k].vertex;
        if (!p->nodes.data[k].cut && unwinding_strengthen(p->u, v, labels->data[k])) u32_vec_push(strengthened, v);
    }
    if (strengthened->size) qsort(strengthened->data, strengthened->size, sizeof *strengthened->data, compare_ids);
}

/* False if an interpolant makes no sense as a label. */
static bool label_path(path *p, uint32_t v, term_vec *interpolants, u32_vec *strengthened)
{
    phase begin = phase_begin(p->u);
    bool ok = make_labels(p, interpolants);
    if (ok) {
        strengthen_nodes(p, interpolants, strengthened);
        unwinding_strengthen(p->u, v, term_false(p->u->ts));
    }
    phase_end(p->u, begin, label);
    return ok;
}

/* ---- a feasible derivation ---- */

static bool add_step(path *p, size_t k, smt *solver, u32_vec *conclusions, derivation *d)
{
    uint32_t index = unwinding_vertex(p->u, p->nodes.data[k].vertex)->clause;
    const clause *c = horn_clause(p->u->h, index);
    term_vec values;
    term_vec_init(&values);
    bool ok = true;
    for (size_t i = 0; i < c->n_vars && ok; i++) {
        term_vec_push(&values, smt_value(solver, p->terms.data[p->nodes.data[k].vars + i]));
        ok = !term_is_none(term_vec_last(&values));
    }
    /* Subtrees are contiguous, the first body atom's first: the last n conclusions are the premises in order. */
    if (ok) {
        conclusions->size -= c->n_body;
        uint32_t made = derivation_add(d, p->u->h, index, conclusions->data + conclusions->size, values.data);
        u32_vec_push(conclusions, made);
    }
    term_vec_release(&values);
    return ok;
}

static refine_result read_derivation(path *p, result *out)
{
    smt *solver = smt_new(p->u->ts, &p->u->context->limits, p->u->stats);
    smt_set_query_limit(solver, VALUE_SECONDS);
    for (size_t k = 0; k < p->nodes.size; k++) smt_assert(solver, p->nodes.data[k].formula);
    refine_result r = REFINE_FAILED;
    if (smt_check(solver, NULL, 0) == SMT_SAT) {
        u32_vec conclusions;
        u32_vec_init(&conclusions);
        bool ok = true;
        for (size_t k = 0; k < p->nodes.size && ok; k++) ok = add_step(p, k, solver, &conclusions, &out->derivation);
        if (ok) r = REFINE_FEASIBLE;
        u32_vec_release(&conclusions);
    }
    if (r == REFINE_FAILED) p->u->failure = "the solver's model has no exact values";
    smt_free(solver);
    return r;
}

/* ---- the rule ---- */

static smt_result check_path(const path *p)
{
    smt *solver = p->u->path_solver;
    smt_push(solver);
    for (size_t k = 0; k < p->nodes.size; k++) smt_assert(solver, p->nodes.data[k].formula);
    smt_result r = smt_check(solver, NULL, 0);
    smt_pop(solver, 1);
    return r;
}

/* The shortest end of the derivation, up to a factor of two, that is infeasible with the labels where it is cut; all of it if there
 * is none. False if it is too large. */
static bool build_infeasible_end(path *p, uint32_t v)
{
    for (size_t length = 2;; length *= 2) {
        if (!path_build(p, v, length)) return false;
        path_slice(p);
        if (!path_is_cut(p) || check_path(p) == SMT_UNSAT) return true;
    }
}

static itp_result interpolate_path(path *p, uint32_t v, term_vec *interpolants)
{
    itp_result r = interpolate(p, interpolants);
    if (r == ITP_UNKNOWN && path_is_cut(p) && path_build(p, v, SIZE_MAX)) {
        path_slice(p);
        r = interpolate(p, interpolants);
    }
    return r;
}

refine_result lawi_refine(path *p, uint32_t v, u32_vec *strengthened, result *out)
{
    unwinding *u = p->u;
    stats_count(u->stats, lawi_refinements);
    if (lawi_refine_by_facts(u, v, strengthened)) {
        stats_count(u->stats, lawi_refined_by_facts);
        return REFINED;
    }
    phase begin = phase_begin(u);
    term_vec interpolants;
    term_vec_init(&interpolants);
    bool built = build_infeasible_end(p, v);
    itp_result r = built ? interpolate_path(p, v, &interpolants) : ITP_UNKNOWN;
    phase_end(u, begin, itp);
    refine_result made = REFINE_FAILED;
    if (r == ITP_SAT && path_build(p, v, SIZE_MAX)) {
        made = read_derivation(p, out);
    } else if (r == ITP_FOUND && label_path(p, v, &interpolants, strengthened)) {
        made = REFINED;
    } else {
        u->failure = !built ? "a derivation is too large" : r == ITP_UNKNOWN ? "a path has no interpolant that could be found" :
                     "an interpolant has symbols of elsewhere";
    }
    term_vec_release(&interpolants);
    return made;
}
