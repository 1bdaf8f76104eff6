/* Refinement by what is known: formulas in a pool for each predicate (simple templates, and conjuncts of earlier labels) that hold
 * at the vertices of a path. Only if they do not explain why the path is infeasible, interpolants are asked for. */

#include "engine/lawi/rules.h"
#include "engine/weaken.h"
#include "term/dag.h"

#include <stdlib.h>

/* Predicates with more numbers among their arguments get no templates about pairs. */
#define MAX_PAIRED 8
/* Conjuncts of labels that are tried at a vertex. */
#define MAX_RECENT 30
/* Atoms of clauses that a predicate gets, about. */
#define MAX_ATOMS 80
/* For one question about them: what is hard to decide is no simple fact. */
#define FACT_SECONDS 0.5

/* ---- templates ---- */

void lawi_add_candidate(unwinding *u, pred p, term t)
{
    bool added;
    u64_map_put(&u->seen, (uint64_t)p.id << 32 | t.id, &added);
    if (added) term_vec_push(&u->places[p.id].pool, t);
}

static void add_pair(unwinding *u, pred p, term x, term y)
{
    lawi_add_candidate(u, p, term_mk_le(u->ts, x, y));
    lawi_add_candidate(u, p, term_mk_ge(u->ts, x, y));
    lawi_add_candidate(u, p, term_mk_lt(u->ts, x, y));
    lawi_add_candidate(u, p, term_mk_gt(u->ts, x, y));
}

static void add_bounds(unwinding *u, pred p, term x)
{
    sort s = term_sort(u->ts, x);
    term zero = sort_kind_of(u->ts, s) == SORT_INT ? term_mk_int(u->ts, 0) : term_mk_real(u->ts, 0, 1);
    lawi_add_candidate(u, p, term_mk_ge(u->ts, x, zero));
    lawi_add_candidate(u, p, term_mk_le(u->ts, x, zero));
}

/* An atom of a clause over arguments of one of its predicates' atoms, in terms of the parameters; TERM_NONE if it is over more. */
static term as_parameters(const unwinding *u, term t, atom a)
{
    term_vec symbols, by;
    term_vec_init(&symbols);
    term_vec_init(&by);
    dag_symbols(u->ts, &t, 1, &symbols);
    bool ok = symbols.size > 0;
    for (size_t i = 0; i < symbols.size && ok; i++) {
        size_t k = 0, n = horn_pred_arity(u->h, a.pred);
        while (k < n && !term_is_equal(a.args[k], symbols.data[i])) k++;
        ok = k < n;
        if (ok) term_vec_push(&by, horn_param(u->h, a.pred, k));
    }
    term made = ok ? dag_substitute(u->ts, t, symbols.data, by.data, by.size) : TERM_NONE;
    term_vec_release(&symbols);
    term_vec_release(&by);
    return made;
}

static void add_atom(unwinding *u, term t, atom a)
{
    if (u->places[a.pred.id].pool.size > MAX_ATOMS) return;
    term here = as_parameters(u, t, a);
    if (term_is_none(here)) return;
    if (term_kind_of(u->ts, here) == TERM_EQ) {
        term left = term_arg(u->ts, here, 0), right = term_arg(u->ts, here, 1);
        lawi_add_candidate(u, a.pred, term_mk_le(u->ts, left, right));
        lawi_add_candidate(u, a.pred, term_mk_ge(u->ts, left, right));
    } else {
        lawi_add_candidate(u, a.pred, here);
    }
    lawi_add_candidate(u, a.pred, term_mk_not(u->ts, here));
}

static bool is_arithmetic_atom(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    if (k == TERM_EQ) return term_is_arith(ts, term_arg(ts, t, 0));
    return k == TERM_LE || k == TERM_LT;
}

/* What the program asks about its variables, and what it sets them to. */
void lawi_add_atoms(unwinding *u)
{
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < horn_clause_count(u->h); i++) {
        const clause *c = horn_clause(u->h, i);
        term_vec_clear(&parts);
        dag_subterms(u->ts, &c->constraint, 1, &parts);
        for (size_t k = 0; k < parts.size; k++) {
            if (!is_arithmetic_atom(u->ts, parts.data[k]) || term_has_bound(u->ts, parts.data[k])) continue;
            for (size_t j = 0; j < c->n_body; j++) add_atom(u, parts.data[k], c->body[j]);
            if (!pred_is_false(c->head.pred)) add_atom(u, parts.data[k], c->head);
        }
    }
    term_vec_release(&parts);
}

/* The language L0 of the paper: x <= y, x <= 0, x >= 0; and booleans. */
void lawi_add_templates(unwinding *u, pred p)
{
    size_t n = horn_pred_arity(u->h, p), numbers = 0;
    for (size_t i = 0; i < n; i++) numbers += sort_kind_is_arith(sort_kind_of(u->ts, horn_pred_sort(u->h, p, i)));
    for (size_t i = 0; i < n && numbers <= MAX_PAIRED; i++)
        for (size_t j = i + 1; j < n; j++) {
            sort a = horn_pred_sort(u->h, p, i), b = horn_pred_sort(u->h, p, j);
            if (a.id == b.id && sort_kind_is_arith(sort_kind_of(u->ts, a))) add_pair(u, p, horn_param(u->h, p, i), horn_param(u->h, p, j));
        }
    for (size_t i = 0; i < n; i++) {
        sort_kind k = sort_kind_of(u->ts, horn_pred_sort(u->h, p, i));
        term x = horn_param(u->h, p, i);
        if (sort_kind_is_arith(k)) add_bounds(u, p, x);
        if (k == SORT_BOOL) lawi_add_candidate(u, p, x);
        if (k == SORT_BOOL) lawi_add_candidate(u, p, term_mk_not(u->ts, x));
    }
    u->places[p.id].n_templates = u->places[p.id].pool.size;
}

/* ---- what holds at a vertex ---- */

static void facts_of_parents(const unwinding *u, uint32_t v, edge_labels *out)
{
    lawi_labels_of_parents(u, v, out);
    for (size_t j = 0; j < unwinding_parent_count(u, v); j++) out[j].third = &unwinding_vertex(u, unwinding_parents(u, v)[j])->facts;
}

/* The pool's first formulas, which are the templates, and its newest ones, as far as they are not known to hold at v. A vertex has one value of a split
 * argument: there is nothing more to say about it. */
static void list_candidates(const unwinding *u, uint32_t v, term_vec *out)
{
    const place *at = unwinding_place(u, v);
    for (size_t i = 0; i < at->pool.size; i++) {
        if (i >= at->n_templates && i + MAX_RECENT < at->pool.size) continue;
        term t = at->pool.data[i];
        if (!term_vec_has(&unwinding_vertex(u, v)->facts, t) && !value_cases_is_only_about_split(&u->values, unwinding_vertex(u, v)->pred, t)) term_vec_push(out, t);
    }
}

/* Finds out which formulas of the pool hold at v because of what holds at its parents. Again only when the pool has grown much. */
static void update_facts(unwinding *u, uint32_t v)
{
    vertex *x = unwinding_vertex(u, v);
    size_t size = unwinding_place(u, v)->pool.size;
    if (x->facts_from && size < x->facts_from + x->facts_from / 2 + 4) return;
    x->facts_from = size + 1;
    term_vec candidates;
    term_vec_init(&candidates);
    list_candidates(u, v, &candidates);
    edge_labels *labels = alloc_zeroed(unwinding_parent_count(u, v) + 1, sizeof *labels);
    facts_of_parents(u, v, labels);
    edges_set_seconds(u->edges, FACT_SECONDS);
    edges_filter(u->edges, x->clause, x->guard, labels, &candidates);
    edges_set_seconds(u->edges, 0);
    term_vec_append(&x->facts, candidates.data, candidates.size);
    free(labels);
    term_vec_release(&candidates);
}

/* ---- refinement ---- */

/* What each vertex is to be labelled with; from v down, only what is needed. False if the facts do not suffice at v. */
static bool find_goals(unwinding *u, uint32_t v, const mark_vec *above, term *goals)
{
    path_graph g = lawi_path_graph(u);
    for (size_t w = (size_t)v + 1; w-- > 0;) {
        if (!above->data[w] || term_is_equal(goals[w], term_true(u->ts))) continue;
        size_t n = unwinding_parent_count(u, (uint32_t)w);
        term_vec *known = alloc_zeroed(n + 1, sizeof *known);
        for (size_t j = 0; j < n; j++) {
            const term_vec *facts = &unwinding_vertex(u, unwinding_parents(u, (uint32_t)w)[j])->facts;
            term_vec_append(&known[j], facts->data, facts->size);
        }
        bool ok = weaken_edge(&g, (uint32_t)w, goals[w], known);
        for (size_t j = 0; j < n; j++) {
            uint32_t parent = unwinding_parents(u, (uint32_t)w)[j];
            if (ok) goals[parent] = term_mk_and2(u->ts, goals[parent], term_mk_and(u->ts, known[j].data, known[j].size));
            term_vec_release(&known[j]);
        }
        free(known);
        if (!ok) return false;
    }
    return true;
}

bool lawi_refine_by_facts(unwinding *u, uint32_t v, u32_vec *strengthened)
{
    phase begin = phase_begin(u);
    mark_vec above;
    mark_vec_init(&above);
    unwinding_mark_ancestors(u, v, &above);
    for (uint32_t w = 0; w < v; w++)
        if (above.data[w]) update_facts(u, w);
    term *goals = alloc_zeroed((size_t)v + 1, sizeof *goals);
    for (uint32_t w = 0; w < v; w++) goals[w] = term_true(u->ts);
    goals[v] = term_false(u->ts);
    bool ok = find_goals(u, v, &above, goals);
    for (uint32_t w = 0; w <= v && ok; w++)
        if (above.data[w] && unwinding_strengthen(u, w, goals[w]) && w < v) u32_vec_push(strengthened, w);
    free(goals);
    mark_vec_release(&above);
    phase_end(u, begin, facts);
    return ok;
}
