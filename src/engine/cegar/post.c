/* Abstract posts. The Cartesian one has a literal for each predicate that is known to hold, or not to hold, at the head of the clause; the Boolean one also has the
 * disjunction of the cubes over the other predicates that are possible there. */

#include "engine/cegar/graph.h"
#include "term/dag.h"

#include <stdlib.h>

/* More values of one application get no vertices of their own. */
#define MAX_CASES 64
/* With more cubes, a Boolean post is no more than the Cartesian one. */
#define MAX_CUBES 64

typedef struct post {
    cegar_graph *g;
    uint32_t v, clause;
    edge_labels *labels; /* of the parents */
    term rest; /* what is left of the application for another vertex; TERM_NONE: nothing */
} post;

static term guard(const post *p) { return cegar_vertex_at(p->g, p->v)->guard; }

/* Is the edge feasible? A new vertex keeps values that show it. */
static smt_result visit_edge(post *p)
{
    cegar_vertex *x = cegar_vertex_at(p->g, p->v);
    smt_result r = edges_feasible(p->g->edges, p->clause, guard(p), p->labels);
    if (r != SMT_SAT || pred_is_false(x->pred)) return r;
    term_vec_clear(&x->point);
    edges_point(p->g->edges, p->clause, &x->point);
    for (size_t i = 0; i < x->point.size; i++)
        if (term_is_none(x->point.data[i])) {
            term_vec_clear(&x->point);
            break;
        }
    return r;
}

static bool add_to_label(post *p, term literal)
{
    term_vec *label = &cegar_vertex_at(p->g, p->v)->label;
    if (term_vec_has(label, literal)) return false;
    term_vec_push(label, literal);
    return true;
}

/* The values under which the edge was found feasible make one case; what is left of the application is another vertex. */
static void split_values(post *p)
{
    cegar_graph *g = p->g;
    cegar_vertex *x = cegar_vertex_at(g, p->v);
    if (x->is_case || x->n_cases >= MAX_CASES || !g->values.is_split[x->pred.id]) return;
    term values = value_cases_of_point(&g->values, x->pred, &x->point, NULL);
    term here = value_cases_of_point(&g->values, x->pred, &x->point, horn_clause(g->h, p->clause)->head.args);
    if (term_is_equal(values, term_true(g->ts))) return;
    x->is_case = true;
    term_vec literals;
    term_vec_init(&literals);
    dag_conjuncts(g->ts, values, &literals);
    for (size_t i = 0; i < literals.size; i++) add_to_label(p, literals.data[i]);
    term_vec_release(&literals);
    cegar_set_values(g, p->v, values);
    if (!term_is_equal(here, term_true(g->ts))) p->rest = term_mk_and2(g->ts, x->guard, term_mk_not(g->ts, here));
    x->guard = term_mk_and2(g->ts, x->guard, here);
}

/* Of each predicate from `first` on, the literal that holds in the solver's model, right after the edge was found feasible. */
static void list_literals(post *p, size_t first, term_vec *out)
{
    cegar_graph *g = p->g;
    const term_vec *predicates = &cegar_place(g, p->v)->predicates;
    for (size_t i = first; i < predicates->size; i++) {
        term value = edges_head_value(g->edges, p->clause, predicates->data[i]);
        if (term_is_equal(value, term_true(g->ts))) term_vec_push(out, predicates->data[i]);
        if (term_is_equal(value, term_false(g->ts))) term_vec_push(out, term_mk_not(g->ts, predicates->data[i]));
    }
}

static bool add_cartesian(post *p, size_t first)
{
    term_vec literals;
    term_vec_init(&literals);
    list_literals(p, first, &literals);
    edges_filter(p->g->edges, p->clause, guard(p), p->labels, &literals);
    bool changed = false;
    for (size_t i = 0; i < literals.size; i++) changed = add_to_label(p, literals.data[i]) || changed;
    term_vec_release(&literals);
    return changed;
}

/* Predicates that the label leaves open. */
static void list_open(const post *p, term_vec *out)
{
    cegar_graph *g = p->g;
    const cegar_vertex *x = cegar_vertex_at(g, p->v);
    const term_vec *predicates = &cegar_place(g, p->v)->predicates;
    for (size_t i = 0; i < predicates->size; i++)
        if (!term_vec_has(&x->label, predicates->data[i]) && !term_vec_has(&x->label, term_mk_not(g->ts, predicates->data[i])))
            term_vec_push(out, predicates->data[i]);
}

/* The cube over the predicates that the solver's model is in. */
static term cube_here(post *p, const term_vec *predicates)
{
    cegar_graph *g = p->g;
    term_vec literals;
    term_vec_init(&literals);
    for (size_t i = 0; i < predicates->size; i++) {
        term value = edges_head_value(g->edges, p->clause, predicates->data[i]);
        if (term_is_equal(value, term_true(g->ts))) term_vec_push(&literals, predicates->data[i]);
        if (term_is_equal(value, term_false(g->ts))) term_vec_push(&literals, term_mk_not(g->ts, predicates->data[i]));
    }
    term cube = term_mk_and(g->ts, literals.data, literals.size);
    term_vec_release(&literals);
    return cube;
}

/* The disjunction of the possible cubes; true if it says nothing, or they are too many. */
static term possible_cubes(post *p)
{
    cegar_graph *g = p->g;
    term_vec predicates, cubes;
    term_vec_init(&predicates);
    term_vec_init(&cubes);
    list_open(p, &predicates);
    term all = term_false(g->ts);
    smt_result r = predicates.size > 1 ? SMT_SAT : SMT_UNKNOWN;
    while (r == SMT_SAT && cubes.size <= MAX_CUBES) {
        r = edges_entail(g->edges, p->clause, guard(p), p->labels, all);
        if (r == SMT_SAT) term_vec_push(&cubes, cube_here(p, &predicates));
        all = term_mk_or(g->ts, cubes.data, cubes.size);
    }
    stats_add(g->stats, cegar_cubes, (double)cubes.size);
    term_vec_release(&predicates);
    term_vec_release(&cubes);
    return r == SMT_UNSAT ? all : term_true(g->ts);
}

static bool add_cubes(post *p)
{
    term cubes = possible_cubes(p);
    cegar_vertex *x = cegar_vertex_at(p->g, p->v);
    x->is_boolean = true;
    if (term_is_equal(cubes, term_true(p->g->ts)) || smt_entails(p->g->solver, term_mk_and(p->g->ts, x->label.data, x->label.size), cubes) == SMT_UNSAT) return false;
    term_vec_push(&x->label, cubes);
    return true;
}

static bool compute(post *p)
{
    cegar_graph *g = p->g;
    cegar_vertex *x = cegar_vertex_at(g, p->v);
    smt_result r = visit_edge(p);
    bool is_new = !x->visited;
    x->visited = true;
    /* What is derived from it goes first. */
    if (r == SMT_UNSAT && x->children.size) x->visited = false;
    else if (r == SMT_UNSAT) x->removed = true;
    if (r == SMT_UNSAT || pred_is_false(x->pred)) return r == SMT_UNSAT;
    if (r == SMT_SAT && is_new) split_values(p);
    const precision *of = cegar_place(g, p->v);
    size_t first = x->n_tried, n = of->predicates.size;
    bool changed = r == SMT_SAT && first < n && add_cartesian(p, first);
    if (of->is_boolean && (first < n || !x->is_boolean)) changed = add_cubes(p) || changed;
    x->n_tried = n;
    x->formula = term_mk_and(g->ts, x->label.data, x->label.size);
    return changed;
}

bool cegar_post(cegar_graph *g, uint32_t v)
{
    cegar_vertex *x = cegar_vertex_at(g, v);
    assert(!x->removed);
    post p = {.g = g, .v = v, .clause = x->clause, .rest = TERM_NONE};
    p.labels = alloc_zeroed(cegar_parent_count(g, v) + 1, sizeof *p.labels);
    path_graph graph = cegar_path_graph(g);
    path_graph_labels(&graph, v, p.labels);
    cegar_phase begin = cegar_phase_begin(g);
    bool changed = compute(&p);
    cegar_phase_end(g, begin, post);
    free(p.labels);
    if (!term_is_none(p.rest)) cegar_add_case(g, v, p.rest);
    return changed;
}
