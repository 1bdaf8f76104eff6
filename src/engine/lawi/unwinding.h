#ifndef ENGINE_LAWI_UNWINDING_H
#define ENGINE_LAWI_UNWINDING_H

/* The labelled unwinding of a Horn problem.
 *
 * A vertex is a clause applied to vertices, one for each body atom: its *parents*. It stands for the facts that this clause
 * derives from facts of the parents, or, if the clause is a query, for a violation (an error vertex). A fact clause makes a root.
 * If all clauses are linear this is the forest of program paths of the paper; otherwise following parents down from a vertex
 * gives a derivation tree, in which a vertex may occur more than once.
 *
 * The label of a vertex is a set of formulas over its predicate's parameters (horn_param), read as their conjunction. The
 * *invariants* of a predicate belong to every label of it: they are facts known to hold wherever the predicate does.
 *   well-labelled  for every vertex v of clause c:  labels of its parents & constraint of c & guard of v  =>  label of v
 *                  if v is covered by w:  label of v => label of w,  w < v,  and w is not closed
 *   closed         a vertex that is covered or whose label is false, and everything derived from it
 *   complete       every open (not closed) vertex is expanded, and for each clause and each choice of open vertices for its body there
 *                  are vertices whose guards together cover all cases (a single one without a guard, unless it was split)
 *   safe           the error vertices are labelled false
 * For a complete, safe, well-labelled unwinding,  P -> invariants of P & disjunction of the labels of open vertices of P  is a model. */

#include "base/map.h"
#include "engine/engine.h"
#include "engine/edges.h"
#include "engine/lawi/lawi.h"
#include "engine/value_cases.h"
#include "itp/itp.h"
#include "smt/smt.h"
#include "term/eval.h"

enum { NO_VERTEX = UINT32_MAX };

typedef struct vertex {
    pred pred; /* PRED_FALSE: an error vertex */
    uint32_t clause;
    term guard; /* over the clause's variables: it stands for applications of the clause that satisfy it only */
    uint32_t parents; /* offset in unwinding.parents, as many as the clause has body atoms */
    uint32_t depth; /* of a root: 0 */
    uint32_t covered_by; /* NO_VERTEX or a smaller vertex */
    uint32_t asked; /* the cover epoch at which `is_closed` was found out */
    bool is_closed, expanded;
    bool is_case; /* the guard is one case of the clause */
    uint16_t cases; /* how many have been split off before */
    bool failed; /* an error vertex that could not be refined: the unwinding will not be safe */
    term_vec label; /* conjuncts */
    term formula; /* their conjunction */
    u32_vec covers; /* vertices it covers, or has covered */
    term_vec point; /* values of the parameters that satisfied the edge when it was looked at; empty: none */
    term_vec facts; /* formulas of the pool known to hold here; no part of the label */
    size_t facts_from; /* 1 + size of the pool when they were looked for; 0: never */
} vertex;
VEC_DECLARE(vertex_vec, vertex);
VEC_DECLARE(mark_vec, bool);
VEC_DECLARE(int64_vec, int64_t);

/* What is known about a predicate as a whole. */
typedef struct place {
    u32_vec vertices; /* ascending */
    u32_vec expanded;
    term_vec pool; /* formulas worth trying: n_templates templates, and conjuncts of labels */
    size_t n_templates;
    term_vec invariants;
    term invariant; /* their conjunction */
} place;

typedef struct unwinding {
    const horn *h;
    term_store *ts;
    const engine_context *context;
    lawi_options options;
    lawi_observer observer; /* see NULL: nobody watches */
    stats *stats;
    smt *solver; /* without assertions: entailments */
    smt *path_solver;
    evaluator *evaluator;
    edges *edges;
    itp *itp;
    int64_vec constants; /* numbers of the clauses, not negative: L_k has bounds near them */
    size_t language; /* of interpolants: number in LANGUAGES (languages.c) */
    vertex_vec vertices;
    u32_vec parents;
    u32_vec coverers; /* vertices that cover others; may hold some that do no longer, and the same twice */
    u32_vec leaves; /* not expanded, error vertices excepted; may hold some that are */
    place *places; /* by predicate */
    bool incomplete; /* an expansion was interrupted */
    bool splitting; /* disjunctive clauses are split into cases */
    u64_map path_programs; /* those that were tried */
    uint32_t epoch; /* changes whenever a vertex is covered, uncovered or dies */
    u64_map joins; /* hashes of the applications of clauses with several body atoms */
    u64_map seen; /* predicate and formula, of the pools */
    size_t n_seen; /* conjuncts of labels */
    value_cases values;
    bool has_new_split; /* an argument was split since this was last reset */
    size_t widest_body; /* of a clause */
    const char *failure; /* why a vertex has failed */
} unwinding;

/* What solver calls are for: those since `begin`, and the time, are counted as lawi_KIND_checks and lawi_KIND_seconds. */
typedef struct phase {
    double since, checks;
} phase;
static inline phase phase_begin(const unwinding *u) { return (phase){limits_now(), stats_get(u->stats, solver_checks)}; }
#define phase_end(u, begin, kind) \
    (stats_add((u)->stats, lawi_##kind##_checks, stats_get((u)->stats, solver_checks) - (begin).checks), \
     stats_add((u)->stats, lawi_##kind##_seconds, limits_now() - (begin).since))

void unwinding_init(unwinding *u, const horn *h, const engine_context *context, const lawi_options *options, const lawi_observer *observer, result *out);
void unwinding_release(unwinding *u);
/* Forgets the vertices; invariants and pools stay. */
void unwinding_clear(unwinding *u);

static inline vertex *unwinding_vertex(const unwinding *u, uint32_t v)
{
    assert(v < u->vertices.size);
    return &u->vertices.data[v];
}
static inline const uint32_t *unwinding_parents(const unwinding *u, uint32_t v)
{
    return u->parents.data + unwinding_vertex(u, v)->parents;
}
size_t unwinding_parent_count(const unwinding *u, uint32_t v);
place *unwinding_place(const unwinding *u, uint32_t v); /* not of error vertices */

/* The new vertex, labelled true. */
uint32_t unwinding_add(unwinding *u, uint32_t clause, term guard, const uint32_t *parents);
/* Has that application of a clause with several body atoms been added? */
bool unwinding_has(const unwinding *u, uint32_t clause, const uint32_t *parents);
bool unwinding_is_closed(unwinding *u, uint32_t v);
bool unwinding_is_false(const unwinding *u, uint32_t v);

/* Adds the conjuncts of `formula` that the label does not entail; vertices that v covered no longer if they do not entail the
 * new label are opened. The caller knows that this keeps the edge to v well-labelled. Returns whether the label has changed. */
bool unwinding_strengthen(unwinding *u, uint32_t v, term formula);
/* Tells the observer. */
void unwinding_say(const unwinding *u, lawi_event event, uint32_t v);
void unwinding_cover(unwinding *u, uint32_t v, uint32_t w);
void unwinding_uncover(unwinding *u, uint32_t v);
/* Does the vertex's point show that its label (and the invariants) does not entail `formula`? */
bool unwinding_is_refuted(unwinding *u, uint32_t v, term formula);
/* Is it known that the label of v (and the invariants) entails `formula`? */
bool unwinding_entails(unwinding *u, uint32_t v, term formula);
/* Sets marks[w] for w = v and all its ancestors; the vector gets v + 1 elements. */
void unwinding_mark_ancestors(const unwinding *u, uint32_t v, mark_vec *marks);
/* NULL, or which of these is broken (check.c): vertices are applications of their clauses to older ones, labels are what their formulas say, covers entail and
 * are known to both ends, places list their vertices. For debug builds. */
const char *lawi_check(unwinding *u);

#endif
