#ifndef ENGINE_LA_LA_H
#define ENGINE_LA_LA_H

/* Lazy annotation on Horn clauses (McMillan, "Lazy Annotation Revisited", CAV 2014). docs/engines/la.md is the long version.
 *
 * The recursive problem is unwound by height: the instance (P, k) stands for the facts of P with a derivation of height at most k; a
 * clause derives (P, k) from instances at k - 1 of its body atoms, and (P, 0) only if it has none. The annotation of (P, k) is the
 * conjunction of P's lemmas at level k or more. It holds of every fact of the instance; LEVEL_ALWAYS is the level of what
 * holds of all facts. A lemma is the negation of a cube over P's parameters.
 *
 * A goal is a cube at an instance: "derive a fact that satisfies it". Its points all lead to a query, because what a decision
 * leaves is projected without over-approximation. `search` and `rstep` (search.c) refute a goal by strengthening the annotation
 * or find a *fact*: a cube of P all of whose points have a derivation. */

#include "base/map.h"
#include "engine/engine.h"
#include "itp/itp.h"
#include "smt/smt.h"
#include "term/dag.h"
#include "term/eval.h"

enum { LEVEL_ALWAYS = UINT32_MAX, NO_PARAM = UINT32_MAX, NO_FACT = UINT32_MAX };

/* ---- value sets (cells.c) ---- */

enum { MAX_CELLS = 256 };
typedef struct cell_set {
    uint64_t word[MAX_CELLS / 64];
} cell_set;
static inline bool cell_set_has(const cell_set *s, uint32_t i) { return s->word[i / 64] >> (i % 64) & 1; }
static inline void cell_set_add(cell_set *s, uint32_t i) { s->word[i / 64] |= (uint64_t)1 << (i % 64); }
static inline void cell_set_remove(cell_set *s, uint32_t i) { s->word[i / 64] &= ~((uint64_t)1 << (i % 64)); }
bool cell_set_is_subset(const cell_set *a, const cell_set *b);
size_t cell_set_count(const cell_set *s);

/* ---- cubes ---- */

/* A literal over the parameters of a predicate: any formula, or that a value-set parameter lies in one of some cells. */
typedef struct literal {
    term formula;
    uint32_t param; /* NO_PARAM: just the formula */
    cell_set cells; /* if there is a param */
} literal;
VEC_DECLARE(cube, literal);
/* Does every point of `stronger` satisfy `weaker`? Looks at the literals only. */
bool cube_implies(const cube *stronger, const cube *weaker);

/* ---- the annotation (lemma.c) ---- */

typedef struct lemma {
    pred pred;
    uint32_t level;
    cube cube; /* owned */
    term formula; /* its negation */
    bool dead; /* another one says more */
} lemma;
VEC_DECLARE(lemma_vec, lemma);

/* A place of the annotation: what is known about one predicate. */
typedef struct place {
    u32_vec lemmas; /* numbers in la.lemmas; dead ones go now and then */
    u32_vec news; /* lemma numbers in the order in which they were learned or raised: edges read on from where they were */
    u32_vec facts; /* numbers in la.facts */
    term facts_formula; /* their disjunction */
    uint32_t *classes; /* of each parameter: number of its value class, or NO_CLASS */
    cell_set *reach; /* the cells each value-set parameter may have */
} place;

/* A cube of P, all of whose points have a derivation: by the clause, from facts of its body atoms. */
typedef struct fact {
    pred pred;
    term formula;
    uint32_t clause;
    uint32_t premise; /* offset in la.premises: one fact for each body atom */
} fact;
VEC_DECLARE(fact_vec, fact);

typedef struct edge edge;
typedef struct cells cells;
typedef struct runner runner;

typedef struct la_options {
    bool coarse; /* decisions: the clause alone, by exact elimination where it works */
    bool paper; /* the search of the paper (paper.h), which knows backjump, relevance, generalise, eager, coarse, houdini, and the next two */
    bool cover, predicates; /* convergence by covering, by predicate abstraction */
    bool backjump, relevance, generalise, eager, preserve, values, inductive, combine, interpolate, houdini, doubling, execute, objections, early_objections;
} la_options;
/* Reads a comma-separated list of names, each with `no-` in front to switch it off. NULL, or the first name that is none. */
const char *la_options_read(la_options *o, const char *list);

typedef struct goal {
    pred pred;
    uint32_t level;
    cube cube; /* owned by whoever made it */
} goal;
VEC_DECLARE(goal_stack, const goal *);
VEC_DECLARE(goal_vec, goal);

/* What solver calls are for: each is counted with its time. */
typedef struct purpose {
    stat_id checks, seconds;
} purpose;
#define PURPOSE(name) ((purpose){STAT_ID_la_##name##_checks, STAT_ID_la_##name##_seconds})

typedef enum verdict { REFUTED, DERIVED, STOPPED } verdict;

typedef struct la {
    const horn *h;
    term_store *ts;
    const engine_context *context;
    limits limits; /* a little less than the context's: there is much to release */
    stats *stats;
    purpose purpose;
    la_options options;
    smt *solver; /* without assertions; those of the edges are beside it */
    edge **edges; /* one for each clause */
    place *places; /* one for each predicate */
    cells *cells;
    lemma_vec lemmas;
    fact_vec facts;
    u32_vec premises;
    double *scores; /* of each clause: relevance */
    uint32_t bound;
    goal_stack open; /* the goals on the way from the query to the present one */
    goal_vec kept; /* refuted below the bound, to be searched again */
    size_t jump; /* back-jumping to this depth of `open`; SIZE_MAX: not */
    term_vec moduli; /* small numerals that the problem divides by */
    itp *prover; /* made when first needed */
    runner *runner; /* as well: concrete execution */
    double executing; /* seconds spent on it */
    double started;
    const char *why; /* if STOPPED */
} la;

/* With the switches as they are by default. *out, its statistics, is borrowed. */
void la_init(la *a, const horn *h, const engine_context *context, result *out);
void la_release(la *a);
static inline bool la_is_over(la *a)
{
    if (!limits_is_over(&a->limits)) return false;
    a->why = "out of time";
    return true;
}

/* ---- one solver for each clause (edge.c) ---- */

/* What the body atoms of an edge stand for in a question. */
typedef struct support {
    uint32_t level; /* the annotation at this level; LEVEL_ALWAYS: only what always holds */
    uint32_t n_facts; /* but the first so many atoms stand for the facts found so far */
    const term *also; /* NULL, or a formula over the parameters of `also_pred` that holds for atoms of that predicate */
    pred also_pred;
    const term *candidates; /* NULL, or for each predicate such a formula */
    bool is_closed; /* no body atom has any fact: the level below 0 */
} support;
/* Of a clause whose head is at the level. */
static inline support support_below(uint32_t level) { return level ? (support){.level = level - 1} : (support){.is_closed = true}; }

edge *edge_new(la *a, uint32_t clause);
void edge_free(edge *e);
const clause *edge_clause(const edge *e);
/* constraint & the body's support & head[i] for all i (formulas over the head's parameters). After SMT_UNSAT, in_core[i] is set for
 * each head[i] of a core (others stay as they are). */
smt_result edge_check(la *a, edge *e, const support *s, const term *head, size_t n, bool *in_core);
/* After SMT_SAT. */
term edge_value(edge *e, term t);
/* A formula over parameters at a body atom, or at the head (atom == n_body). */
term edge_at(edge *e, size_t atom, term formula);
/* Plain: constraint & formulas over the clause's own variables. */
smt_result edge_check_plain(edge *e, const term *formulas, size_t n);

/* ---- goals by projection (project.c) ---- */

/* What is true in a model of an edge, as literals over the parameters of one of its atoms. `formulas` are over the clause's variables,
 * the constraint not included, and true in the model. The literals imply: some values of the clause's variables give the atom
 * these arguments and satisfy everything. False if the model gives no exact values. */
bool project(la *a, edge *e, size_t atom, const term *formulas, size_t n, term_vec *out);
/* The same without a decision: exactly all such arguments. If that is not found quickly, *out stays as it is. */
void project_all(la *a, edge *e, size_t atom, const term *formulas, size_t n, term_vec *out);

/* ---- value sets (cells.c) ---- */

/* Finds the classes, and by one abstract interpretation the cells that are reachable; those become lemmas. */
void cells_find(la *a);
void cells_free(cells *c);
bool cells_has(const la *a, pred p, uint32_t param);
/* The literal that p's parameter lies in the cells. */
literal cells_literal(la *a, pred p, uint32_t param, const cell_set *set);
/* The cell of a value; false if the value is not exact. */
bool cells_of_value(const la *a, pred p, uint32_t param, term value, uint32_t *cell);
/* Literals over p's parameters as a cube: those about one value-set parameter alone become one set literal; equations are
 * split in two. */
void cells_cube(la *a, pred p, const term_vec *literals, cube *out);

/* ---- lemma.c ---- */
term cube_formula(term_store *ts, const cube *c);
/* Takes the cube. Returns the lemma's number, also if a better one was known (then that one's). */
uint32_t lemma_add(la *a, pred p, uint32_t level, cube *c);
void lemma_raise(la *a, uint32_t number, uint32_t level);
/* A lemma of p at `level` or more that the cube contradicts; UINT32_MAX if none is seen to. */
uint32_t lemma_blocking(const la *a, pred p, uint32_t level, const cube *c);
/* The annotation of p at a level as one formula over its parameters. */
term annotation(const la *a, pred p, uint32_t level);

/* ---- learn.c ---- */
/* Does every clause of the lemma's predicate keep it one level up, given that it holds in the bodies? */
bool is_kept(la *a, const lemma *l);
/* The goal is refuted, and `needed` are its literals that were used: strengthens the annotation so that it is. Returns the lemma. */
uint32_t learn(la *a, const goal *g, const bool *needed);

/* ---- search.c ---- */
/* A decision: the goal at the chosen body atom, at the level, that the edge's model is an example of. False if there is none. */
bool decide(la *a, edge *e, uint32_t level, const term *head, size_t n, size_t subgoal, goal *out);
/* No query has a derivation of height bound + 1 (REFUTED), or *query is the fact (of PRED_FALSE) that one has. */
verdict search_queries(la *a, uint32_t *query);

/* ---- check.c ---- */
/* NULL, or which of these is broken: places list the live lemmas of their predicates, each the negation of its cube over the parameters; facts come from older
 * facts by their clauses, and none contradicts what always holds; between searches no goal is open. For debug builds. */
const char *la_check(la *a);

/* ---- converge.c ---- */
/* Pushes lemmas as far as they hold, and covers instances by earlier ones of the same predicate: what holds of those then holds
 * always. True if the queries are refuted by what always holds. */
bool propagate(la *a);
/* The greatest inductive subset of all lemmas holds always (Houdini). True if it refutes the queries. */
bool converge(la *a);

#endif
