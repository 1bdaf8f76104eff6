#ifndef ENGINE_CEGAR_GRAPH_H
#define ENGINE_CEGAR_GRAPH_H

/* The abstract reachability graph of a Horn problem: a hyper-graph if clauses have several body atoms.
 *
 * Every place has its own set of *predicates* (the word of predicate abstraction: formulas over the parameters, horn_param), its precision. A place is a predicate symbol,
 * or, where arguments that are states are split (engine/value_cases.h), a symbol and values of these: control that is encoded in data is control again.
 * A vertex is a clause applied to vertices, one for each body atom: its *parents*. Its label is an abstract state, a set of formulas read as their
 * conjunction: literals over the predicates (the Cartesian post), and one disjunction of cubes over them where the post is Boolean.
 *   label      labels of the parents & constraint of the clause & guard of the vertex  =>  label,  which has been asked of a solver
 *   live       not removed. A vertex is removed together with everything derived from it; labels of live vertices change only when nothing is derived from them
 *   covered    a live vertex whose label entails that of an expanded one. Nothing is derived from it
 *   expanded   a live vertex of which, for each clause and each choice of expanded vertices for the body with it among them, the application is a vertex, or
 *              known to be infeasible. It may be several vertices, whose guards together cover all cases
 *   complete   every live vertex is expanded or covered, and no live one is a query's
 * If the graph is complete,  P -> disjunction of the labels of the expanded vertices of P  is a model. */

#include "engine/cegar/cegar.h"
#include "engine/path.h"
#include "engine/value_cases.h"
#include "term/eval.h"

enum { CEGAR_NO_VERTEX = UINT32_MAX };

typedef struct cegar_vertex {
    pred pred; /* PRED_FALSE: an error vertex */
    uint32_t clause;
    term guard; /* over the clause's variables: it stands for applications that satisfy it only */
    uint32_t parents; /* offset in cegar_graph.parents, as many as the clause has body atoms */
    uint32_t place; /* number of its precision */
    uint32_t covered_by; /* CEGAR_NO_VERTEX: nothing */
    bool removed, expanded;
    bool visited; /* its label has been computed */
    bool is_case; /* it has one value of each split argument of its predicate */
    uint32_t n_cases; /* that others have and its guard excludes */
    bool is_boolean; /* with a Boolean post */
    size_t n_tried; /* so many of the first predicates have been tried for its label */
    term_vec label;
    term formula; /* its conjunction */
    term_vec point; /* values of the parameters that satisfied the edge; empty: none */
    u32_vec children; /* vertices derived from it; some may be removed */
} cegar_vertex;
VEC_DECLARE(cegar_vertex_vec, cegar_vertex);

/* Of a place. */
typedef struct precision {
    term_vec predicates; /* grows only */
    bool is_boolean; /* posts are Boolean */
    u32_vec vertices; /* some may be removed, or elsewhere by now */
} precision;
VEC_DECLARE(precision_vec, precision);

/* What there is of a predicate symbol. */
typedef struct cegar_symbol {
    u32_vec vertices; /* some may be removed */
    bool is_newly_split; /* predicates speak of an argument for whose values there are no vertices yet */
} cegar_symbol;

typedef struct cegar_graph {
    const horn *h;
    term_store *ts;
    const engine_context *context;
    cegar_options options;
    stats *stats;
    smt *solver; /* without assertions: entailments */
    smt *path_solver;
    evaluator *evaluator;
    edges *edges;
    itp *itp;
    path path;
    cegar_vertex_vec vertices;
    u32_vec parents;
    cegar_symbol *of; /* by predicate symbol */
    precision_vec places; /* those of the symbols come first, in their order: without values, or of vertices that are for no single ones */
    u64_map place_of_values; /* predicate symbol and values -> place */
    value_cases values;
    u64_map path_programs; /* sets of clauses (a hash) of which path invariants were looked for */
    u64_map known; /* place and formula: is it one of its predicates, or the negation of one? */
    u32_vec errors, open; /* error vertices, and others, to be visited; `open` from n_visited on */
    size_t n_visited;
    bool incomplete; /* an expansion was interrupted */
    const char *failure; /* why a counterexample could not be refined; NULL: all could */
} cegar_graph;

/* What solver calls are for: those since `begin`, and the time, are counted as cegar_KIND_checks and cegar_KIND_seconds. */
typedef struct cegar_phase {
    double since, checks;
} cegar_phase;
static inline cegar_phase cegar_phase_begin(const cegar_graph *g) { return (cegar_phase){limits_now(), stats_get(g->stats, solver_checks)}; }
#define cegar_phase_end(g, begin, kind) \
    (stats_add((g)->stats, cegar_##kind##_checks, stats_get((g)->stats, solver_checks) - (begin).checks), \
     stats_add((g)->stats, cegar_##kind##_seconds, limits_now() - (begin).since))

void cegar_graph_init(cegar_graph *g, const horn *h, const engine_context *context, const cegar_options *options, result *out);
void cegar_graph_release(cegar_graph *g);

static inline cegar_vertex *cegar_vertex_at(const cegar_graph *g, uint32_t v)
{
    assert(v < g->vertices.size);
    return &g->vertices.data[v];
}
static inline bool cegar_is_covered(const cegar_graph *g, uint32_t v) { return cegar_vertex_at(g, v)->covered_by != CEGAR_NO_VERTEX; }
static inline precision *cegar_place(const cegar_graph *g, uint32_t v) { return &g->places.data[cegar_vertex_at(g, v)->place]; }
static inline const uint32_t *cegar_parents(const cegar_graph *g, uint32_t v) { return g->parents.data + cegar_vertex_at(g, v)->parents; }
size_t cegar_parent_count(const cegar_graph *g, uint32_t v);
/* As path.h and weaken.h see it. */
path_graph cegar_path_graph(const cegar_graph *g);

/* Makes the children of v, without labels, and has them visited. */
void cegar_expand(cegar_graph *g, uint32_t v);
/* The roots: applications of clauses without body atoms. */
void cegar_expand_facts(cegar_graph *g);
/* Covers v if an expanded vertex of its place, or of its predicate symbol without values, allows it. */
bool cegar_cover(cegar_graph *g, uint32_t v);
/* Another vertex of the same application as v, for what `guard` says, which is visited. */
void cegar_add_case(cegar_graph *g, uint32_t v, term guard);
/* Vertices are made again for single values of the arguments that were split since this was last asked; true if there are any. */
bool cegar_split_again(cegar_graph *g);
/* Removes what is derived from v. v is not expanded any more, and is visited again, and so is what v may have covered. */
void cegar_remove_below(cegar_graph *g, uint32_t v);

/* The label of v from those of its parents: with predicates not tried before, if it has one already (post.c). A new vertex of which arguments are split becomes one for
 * the values that it was found feasible with, and there is another one for what is left, so that pointers to vertices do not stay. Returns whether it has changed: it is stronger. An
 * infeasible vertex, which only a new one can be, is removed. */
bool cegar_post(cegar_graph *g, uint32_t v);

/* Moves v, which has just been found to be for these values only, to their place. */
void cegar_set_values(cegar_graph *g, uint32_t v, term values);
/* Adds a formula to the predicates of v's place. False if it, or its negation, is one already, or is no use as one. */
bool cegar_add_predicate(cegar_graph *g, uint32_t v, term formula);

/* Looks at the error vertex v (refine.c): is its derivation real, or which predicates refute it? CEGAR_REFINED: some label of the derivation became stronger, and
 * what was below it is removed. CEGAR_FEASIBLE: the derivation is in *out. Otherwise g->failure says why. */
typedef enum cegar_refinement { CEGAR_REFINED, CEGAR_FEASIBLE, CEGAR_FAILED } cegar_refinement;
cegar_refinement cegar_refine(cegar_graph *g, uint32_t v, result *out);

/* Pre-images of the query along the derivation g->path, as labels of its nodes but the root; TERM_NONE where none was found (wp.c). */
void cegar_preconditions(cegar_graph *g, term_vec *out);

/* NULL, or which invariant of the graph is broken. For debug builds. */
const char *cegar_check(cegar_graph *g);

#endif
