#include "engine/path.h"

#include "logic/equation.h"
#include "term/dag.h"

#include <stdlib.h>

/* A derivation tree with more nodes is not looked at. */
#define MAX_NODES 20000
/* For finding the values of a feasible derivation. */
#define VALUE_SECONDS 60.0

void path_graph_labels(const path_graph *g, uint32_t v, edge_labels *out)
{
    path_vertex x = g->vertex(g->graph, v);
    assert(x.clause < horn_clause_count(g->h));
    for (size_t j = 0; j < horn_clause(g->h, x.clause)->n_body; j++) {
        assert(x.parents[j] < v);
        path_vertex parent = g->vertex(g->graph, x.parents[j]);
        out[j] = (edge_labels){parent.label, parent.invariants, NULL};
    }
}

void path_init(path *p, path_graph of) { *p = (path){.of = of, .ts = horn_terms(of.h)}; }

void path_release(path *p)
{
    path_node_vec_release(&p->nodes);
    term_vec_release(&p->terms);
    u64_map_release(&p->symbols);
}

static path_vertex vertex_at(const path *p, size_t k) { return p->of.vertex(p->of.graph, p->nodes.data[k].vertex); }
static pred pred_at(const path *p, size_t k) { return horn_clause(p->of.h, vertex_at(p, k).clause)->head.pred; }

static term symbol_at(path *p, size_t k, term symbol)
{
    assert(k < p->nodes.size);
    bool added;
    uint32_t *known = u64_map_put(&p->symbols, (uint64_t)k << 32 | symbol.id, &added);
    if (added) *known = term_mk_fresh(p->ts, "at", term_sort(p->ts, symbol)).id;
    return (term){*known};
}

/* ---- the shape ---- */

typedef struct visit {
    uint32_t vertex, parent; /* parent in pre-order */
    size_t distance; /* from the root */
} visit;
VEC_DECLARE(visit_vec, visit);

/* Where the derivation is left out: at a distance, or at marked vertices (NULL: none). */
typedef struct cut {
    size_t length;
    const bool *at;
} cut;

static bool add_nodes(path *p, uint32_t root, const cut *where)
{
    visit_vec stack;
    visit_vec_init(&stack);
    visit_vec_push(&stack, (visit){root, 0, 0});
    while (stack.size && p->nodes.size <= MAX_NODES) {
        visit next = visit_vec_pop(&stack);
        path_vertex x = p->of.vertex(p->of.graph, next.vertex);
        size_t n = horn_clause(p->of.h, x.clause)->n_body;
        bool is_cut = n && (next.distance >= where->length || (where->at && where->at[next.vertex]));
        uint32_t number = (uint32_t)p->nodes.size;
        path_node_vec_push(&p->nodes, (path_node){.vertex = next.vertex, .parent = next.parent, .cut = is_cut});
        for (size_t j = 0; j < n && !is_cut; j++) assert(x.parents[j] < next.vertex);
        for (size_t j = 0; j < n && !is_cut; j++)
            visit_vec_push(&stack, (visit){x.parents[j], number, next.distance + 1});
    }
    visit_vec_release(&stack);
    return p->nodes.size <= MAX_NODES;
}

/* Pre-order, backwards: leaves come first. */
static void number_from_leaves(path *p)
{
    size_t n = p->nodes.size;
    for (size_t i = 0; i < n / 2; i++) {
        path_node other = p->nodes.data[i];
        p->nodes.data[i] = p->nodes.data[n - 1 - i];
        p->nodes.data[n - 1 - i] = other;
    }
    for (size_t i = 0; i < n; i++) p->nodes.data[i].parent = (uint32_t)(n - 1 - p->nodes.data[i].parent);
}

/* ---- the formulas ---- */

static bool is_taken(const path *p, size_t from, term t)
{
    for (size_t i = from; i < p->terms.size; i++)
        if (term_is_equal(p->terms.data[i], t)) return true;
    return false;
}

/* The arguments of a fact at node k that a clause gives as `args`: a symbol stays what it is, unless it is there already. */
static void add_arguments(path *p, size_t k, substitution *rename, atom head, term_vec *parts)
{
    p->nodes.data[k].args = p->terms.size;
    for (size_t i = 0; i < horn_pred_arity(p->of.h, head.pred); i++) {
        term given = substitution_apply(rename, head.args[i]);
        bool keeps = term_kind_of(p->ts, given) == TERM_SYM && !is_taken(p, p->nodes.data[k].args, given);
        term symbol = keeps ? given : symbol_at(p, k, horn_param(p->of.h, head.pred, i));
        if (!keeps) term_vec_push(parts, term_mk_eq(p->ts, symbol, given));
        term_vec_push(&p->terms, symbol);
    }
    assert(p->terms.size == p->nodes.data[k].args + horn_pred_arity(p->of.h, head.pred));
}

void path_premises(const path *p, size_t k, u32_vec *out)
{
    assert(!p->nodes.data[k].cut && !out->size);
    size_t n = horn_clause(p->of.h, vertex_at(p, k).clause)->n_body;
    for (size_t i = k; i-- > 0 && out->size < n;)
        if (p->nodes.data[i].parent == k) u32_vec_push(out, (uint32_t)i);
    /* The first body atom was visited last. */
    for (size_t i = 0; i < out->size / 2; i++) {
        uint32_t other = out->data[i];
        out->data[i] = out->data[out->size - 1 - i];
        out->data[out->size - 1 - i] = other;
    }
}

/* The number that argument i of a node has, says its label; TERM_NONE: it says nothing. */
static term constant_of(const path *p, uint32_t k, size_t i)
{
    const term_store *ts = p->ts;
    const term_vec *label = p->plain && !p->nodes.data[k].cut ? NULL : vertex_at(p, k).label;
    term param = horn_param(p->of.h, pred_at(p, k), i);
    for (size_t j = 0; label && j < label->size; j++) {
        term t = label->data[j];
        if (term_kind_of(ts, t) != TERM_EQ || !term_is_equal(term_arg(ts, t, 0), param)) continue;
        if (term_kind_of(ts, term_arg(ts, t, 1)) == TERM_NUM) return term_arg(ts, t, 1);
    }
    return TERM_NONE;
}

/* A premise whose label says which number an argument is makes the clause simpler. */
static void unify_body(path *p, const clause *c, const u32_vec *premises, substitution *rename)
{
    for (size_t j = 0; j < c->n_body; j++)
        for (size_t i = 0; i < horn_pred_arity(p->of.h, c->body[j].pred); i++) {
            term arg = c->body[j].args[i];
            if (term_kind_of(p->ts, arg) != TERM_SYM || !term_is_none(substitution_get(rename, arg))) continue;
            term number = constant_of(p, premises->data[j], i);
            substitution_set(rename, arg, term_is_none(number) ? p->terms.data[p->nodes.data[premises->data[j]].args + i] : number);
        }
}

static void name_locals(path *p, size_t k, const clause *c, substitution *rename)
{
    p->nodes.data[k].vars = p->terms.size;
    for (size_t i = 0; i < c->n_vars; i++) {
        if (term_is_none(substitution_get(rename, c->vars[i]))) substitution_set(rename, c->vars[i], symbol_at(p, k, c->vars[i]));
        term_vec_push(&p->terms, substitution_get(rename, c->vars[i]));
    }
}

static void equate_body(path *p, const clause *c, const u32_vec *premises, substitution *rename, term_vec *parts)
{
    for (size_t j = 0; j < c->n_body; j++)
        for (size_t i = 0; i < horn_pred_arity(p->of.h, c->body[j].pred); i++) {
            term symbol = p->terms.data[p->nodes.data[premises->data[j]].args + i], given = substitution_apply(rename, c->body[j].args[i]);
            if (!term_is_equal(given, constant_of(p, premises->data[j], i))) term_vec_push(parts, term_mk_eq(p->ts, symbol, given));
        }
}

static void instantiate_clause(path *p, size_t k, substitution *rename, term_vec *parts)
{
    path_vertex x = vertex_at(p, k);
    const clause *c = horn_clause(p->of.h, x.clause);
    u32_vec premises;
    u32_vec_init(&premises);
    path_premises(p, k, &premises);
    assert(premises.size == c->n_body);
    unify_body(p, c, &premises, rename);
    name_locals(p, k, c, rename);
    term_vec_push(parts, substitution_apply(rename, c->constraint));
    term_vec_push(parts, substitution_apply(rename, x.guard));
    equate_body(p, c, &premises, rename, parts);
    if (!pred_is_false(c->head.pred)) add_arguments(p, k, rename, c->head, parts);
    u32_vec_release(&premises);
}

static void name_arguments(path *p, size_t k)
{
    pred q = pred_at(p, k);
    p->nodes.data[k].args = p->terms.size;
    for (size_t i = 0; i < horn_pred_arity(p->of.h, q); i++) term_vec_push(&p->terms, symbol_at(p, k, horn_param(p->of.h, q, i)));
}

static void add_formula(path *p, size_t k, substitution *rename)
{
    term_vec parts;
    term_vec_init(&parts);
    substitution_clear(rename);
    if (p->nodes.data[k].cut) name_arguments(p, k);
    else instantiate_clause(p, k, rename, &parts);
    bool is_labelled = p->nodes.data[k].cut || !p->plain;
    if (is_labelled && !pred_is_false(pred_at(p, k))) term_vec_push(&parts, path_at(p, k, vertex_at(p, k).formula));
    p->nodes.data[k].formula = term_mk_and(p->ts, parts.data, parts.size);
    assert(term_is_bool(p->ts, p->nodes.data[k].formula));
    term_vec_release(&parts);
}

static bool build(path *p, uint32_t v, const cut *where)
{
    path_node_vec_clear(&p->nodes);
    term_vec_clear(&p->terms);
    if (!add_nodes(p, v, where)) return false;
    number_from_leaves(p);
    for (size_t k = 0; k + 1 < p->nodes.size; k++) assert(p->nodes.data[k].parent > k && p->nodes.data[k].parent < p->nodes.size);
    assert(p->nodes.data[p->nodes.size - 1].vertex == v);
    substitution *rename = substitution_new(p->ts);
    for (size_t k = 0; k < p->nodes.size; k++) add_formula(p, k, rename);
    substitution_free(rename);
    return true;
}

bool path_build(path *p, uint32_t v, size_t length) { return build(p, v, &(cut){.length = length}); }

bool path_build_goal(path *p, uint32_t v, const bool *at, term goal)
{
    if (!build(p, v, &(cut){SIZE_MAX, at})) return false;
    size_t top = p->nodes.size - 1;
    p->nodes.data[top].parent = (uint32_t)top + 1;
    path_node_vec_push(&p->nodes, (path_node){.vertex = PATH_GOAL, .parent = (uint32_t)top + 1, .formula = term_mk_not(p->ts, path_at(p, top, goal))});
    return true;
}

bool path_is_cut(const path *p)
{
    for (size_t k = 0; k < p->nodes.size; k++)
        if (p->nodes.data[k].cut) return true;
    return false;
}

/* ---- between labels and the path ---- */

static term translate(path *p, size_t k, term formula, bool to_label)
{
    assert(k < p->nodes.size && p->nodes.data[k].vertex != PATH_GOAL);
    pred q = pred_at(p, k);
    size_t n = horn_pred_arity(p->of.h, q);
    term_vec params;
    term_vec_init(&params);
    for (size_t i = 0; i < n; i++) term_vec_push(&params, horn_param(p->of.h, q, i));
    const term *args = p->terms.data + p->nodes.data[k].args;
    term made = dag_substitute(p->ts, formula, to_label ? args : params.data, to_label ? params.data : args, n);
    term_vec_release(&params);
    return made;
}

term path_at(path *p, size_t k, term formula) { return translate(p, k, formula, false); }

term path_label(path *p, size_t k, term formula)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(p->ts, &formula, 1, &symbols);
    size_t arity = horn_pred_arity(p->of.h, pred_at(p, k));
    bool ok = true;
    for (size_t i = 0; i < symbols.size && ok; i++) {
        ok = false;
        for (size_t j = 0; j < arity && !ok; j++) ok = term_is_equal(symbols.data[i], p->terms.data[p->nodes.data[k].args + j]);
    }
    term_vec_release(&symbols);
    return ok ? translate(p, k, formula, true) : TERM_NONE;
}

/* ---- slicing ---- */

typedef struct slice {
    term_vec parts; /* conjuncts of all nodes; TERM_NONE: dropped */
    u32_vec node; /* of each */
    u32_map uses; /* symbol -> parts that mention it */
    u32_map last; /* symbol -> sum of the numbers of those parts: with one left, its number */
} slice;

static void count_uses(const path *p, slice *s, size_t part, int by, u32_vec *alone)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(p->ts, &s->parts.data[part], 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++) {
        assert(by == 1 || *u32_map_find(&s->uses, symbols.data[i].id));
        uint32_t *uses = u32_map_put(&s->uses, symbols.data[i].id, NULL), *last = u32_map_put(&s->last, symbols.data[i].id, NULL);
        *uses += (uint32_t)by;
        *last += (uint32_t)(by * (int)part);
        if (by < 0 && *uses == 1) u32_vec_push(alone, *last);
    }
    term_vec_release(&symbols);
}

static bool is_alone(void *context, term symbol, term best)
{
    const slice *s = context;
    return term_is_none(best) && *u32_map_find(&s->uses, symbol.id) == 1;
}

/* Is the part `x = t`, up to its form, with a symbol x that no other part and not t mentions? */
static bool only_defines(const path *p, slice *s, term part)
{
    definition d;
    return term_kind_of(p->ts, part) == TERM_EQ && equation_define(p->ts, part, is_alone, s, &d);
}

static void drop_definitions(const path *p, slice *s)
{
    u32_vec work;
    u32_vec_init(&work);
    for (uint32_t i = 0; i < s->parts.size; i++) u32_vec_push(&work, i);
    while (work.size) {
        uint32_t i = u32_vec_pop(&work);
        if (term_is_none(s->parts.data[i]) || !only_defines(p, s, s->parts.data[i])) continue;
        count_uses(p, s, i, -1, &work);
        s->parts.data[i] = TERM_NONE;
    }
    u32_vec_release(&work);
}

static void rebuild_formulas(path *p, const slice *s)
{
    term_vec parts;
    term_vec_init(&parts);
    for (size_t k = 0, i = 0; k < p->nodes.size; k++) {
        term_vec_clear(&parts);
        for (; i < s->parts.size && s->node.data[i] == k; i++)
            if (!term_is_none(s->parts.data[i])) term_vec_push(&parts, s->parts.data[i]);
        p->nodes.data[k].formula = term_mk_and(p->ts, parts.data, parts.size);
    }
    term_vec_release(&parts);
}

void path_slice(path *p)
{
    if (p->unsliced) return;
    slice s = {0};
    for (size_t k = 0; k < p->nodes.size; k++) {
        dag_conjuncts(p->ts, p->nodes.data[k].formula, &s.parts);
        while (s.node.size < s.parts.size) u32_vec_push(&s.node, (uint32_t)k);
    }
    assert(s.node.size == s.parts.size);
    for (size_t i = 0; i < s.parts.size; i++) count_uses(p, &s, i, 1, NULL);
    drop_definitions(p, &s);
    rebuild_formulas(p, &s);
    term_vec_release(&s.parts);
    u32_vec_release(&s.node);
    u32_map_release(&s.uses);
    u32_map_release(&s.last);
}

/* ---- questions about all of it ---- */

smt_result path_check(const path *p, smt *solver)
{
    smt_push(solver);
    for (size_t k = 0; k < p->nodes.size; k++) smt_assert(solver, p->nodes.data[k].formula);
    smt_result r = smt_check(solver, NULL, 0);
    smt_pop(solver, 1);
    return r;
}

bool path_build_infeasible_end(path *p, uint32_t v, smt *solver)
{
    for (size_t length = 2;; length *= 2) {
        if (!path_build(p, v, length)) return false;
        path_slice(p);
        if (!path_is_cut(p) || path_check(p, solver) == SMT_UNSAT) return true;
    }
}

static void add_hints(path *p, size_t k, path_hints_fn *hints, void *context, term_vec *atoms)
{
    size_t before = atoms->size;
    hints(context, p->nodes.data[k].vertex, atoms);
    for (size_t i = before; i < atoms->size; i++) atoms->data[i] = path_at(p, k, atoms->data[i]);
}

static itp_result interpolate(path *p, itp *i, path_hints_fn *hints, void *context, term_vec *out)
{
    size_t n = p->nodes.size;
    itp_node *nodes = alloc_zeroed(n, sizeof *nodes);
    itp_hints *given = alloc_zeroed(n, sizeof *given);
    term_vec atoms;
    term_vec_init(&atoms);
    for (size_t k = 0; k < n; k++) nodes[k] = (itp_node){p->nodes.data[k].formula, p->nodes.data[k].parent};
    for (size_t k = 0; k + 1 < n && hints; k++) {
        size_t before = atoms.size;
        add_hints(p, k, hints, context, &atoms);
        given[k].n = atoms.size - before;
    }
    for (size_t k = 0, offset = 0; k + 1 < n; offset += given[k++].n) given[k].atoms = atoms.data + offset;
    term_vec_clear(out);
    term_vec_resize(out, n - 1);
    itp_result r = itp_tree(i, nodes, n, given, out->data);
    free(nodes);
    free(given);
    term_vec_release(&atoms);
    return r;
}

itp_result path_interpolate(path *p, itp *i, path_hints_fn *hints, void *context, term_vec *out, const char **why)
{
    assert(p->nodes.size && why);
    uint32_t root = p->nodes.data[p->nodes.size - 1].vertex;
    itp_result r = interpolate(p, i, hints, context, out);
    if (r == ITP_UNKNOWN && root != PATH_GOAL && path_is_cut(p) && path_build(p, root, SIZE_MAX)) {
        path_slice(p);
        r = interpolate(p, i, hints, context, out);
    }
    if (r == ITP_UNKNOWN) *why = "a path has no interpolant that could be found";
    for (size_t k = 0; k < out->size && r == ITP_FOUND; k++) {
        out->data[k] = path_label(p, k, out->data[k]);
        if (!term_is_none(out->data[k])) continue;
        *why = "an interpolant has symbols of elsewhere";
        r = ITP_UNKNOWN;
    }
    assert(r != ITP_FOUND || out->size + 1 == p->nodes.size);
    return r;
}

/* ---- a feasible derivation ---- */

static bool add_step(const path *p, size_t k, smt *solver, u32_vec *conclusions, derivation *d)
{
    uint32_t index = vertex_at(p, k).clause;
    const clause *c = horn_clause(p->of.h, index);
    term_vec values;
    term_vec_init(&values);
    bool ok = true;
    for (size_t i = 0; i < c->n_vars && ok; i++) {
        term_vec_push(&values, smt_value(solver, p->terms.data[p->nodes.data[k].vars + i]));
        ok = !term_is_none(term_vec_last(&values));
    }
    /* Subtrees are contiguous, the first body atom's first: the last n conclusions are the premises in order. */
    if (ok) {
        assert(conclusions->size >= c->n_body);
        conclusions->size -= c->n_body;
        uint32_t made = derivation_add(d, p->of.h, index, conclusions->data + conclusions->size, values.data);
        u32_vec_push(conclusions, made);
    }
    term_vec_release(&values);
    return ok;
}

bool path_derivation(const path *p, const limits *limit, stats *counters, derivation *out)
{
    smt *solver = smt_new(p->ts, limit, counters);
    smt_set_query_limit(solver, VALUE_SECONDS);
    for (size_t k = 0; k < p->nodes.size; k++) smt_assert(solver, p->nodes.data[k].formula);
    bool ok = smt_check(solver, NULL, 0) == SMT_SAT;
    u32_vec conclusions;
    u32_vec_init(&conclusions);
    for (size_t k = 0; k < p->nodes.size && ok; k++) ok = add_step(p, k, solver, &conclusions, out);
    assert(!ok || conclusions.size == 1);
    u32_vec_release(&conclusions);
    smt_free(solver);
    return ok;
}
