#ifndef ENGINE_INTERLA_GRAPH_H
#define ENGINE_INTERLA_GRAPH_H

/* Horn clauses as a program with procedures, which is how the paper sees them.
 *
 * A location is INIT, GOAL, a predicate, or a point inside a clause. A clause is a path of edges from one of its body atoms, its
 * *source* (INIT if it has none), to its head (GOAL if it is a query): one edge if it has at most one body atom, otherwise one for
 * each other body atom, which is then a *call*. The source is the first atom that some other clause continues alone, as the caller
 * of a procedure continues to the procedure's entry.
 * A *kind* of activation is what a call runs: from an entry location to an exit location, whose arguments are the call's results.
 * Kind 0, MAIN, runs from INIT to GOAL. For a call of Q the entry is recovered from the clauses (procedures.c):
 *   a predicate E such that every derivation of a fact Q(in, out) comes through a fact E(in), and every clause that uses Q(a, y)
 *   next to atoms B has a sibling  B & ... => E(a).
 * That is the shape that encode.h gives to procedures: E_f, P_l, S_f. Where no such E exists the entry is INIT, without arguments: the
 * call asks for any fact Q(y).
 *
 * Everything about an edge is over three sorts of symbols: the parameters of its source, what the kind it calls has returned, and its own
 * locals (inputs). Labels of a kind's locations are over the location's parameters and the kind's results. */

#include "horn/horn.h"
#include "smt/smt.h"

#define INTERLA_CONSTANT UINT32_C(0x80000000)
enum { INTERLA_NONE = UINT32_MAX, INTERLA_INIT = 0, INTERLA_GOAL = 1, INTERLA_FIRST_PRED = 2, INTERLA_MAIN = 0 };

typedef struct interla_call {
    uint32_t kind; /* INTERLA_NONE: the edge calls nothing */
    uint32_t atom; /* the body atom that it is, in the clause's order */
    uint32_t loop; /* the time-to-live that entering it uses up, or INTERLA_NONE */
    term_vec args; /* of the kind's entry */
    uint32_t entry_clause; /* derives the entry's fact from the first body atoms; INTERLA_NONE if the entry is INIT */
    term_vec entry_vars; /* what the variables of that clause are */
} interla_call;

typedef struct interla_edge {
    uint32_t clause, source, target;
    bool is_last; /* of its clause: the target is the head */
    uint32_t loop; /* the time-to-live that it uses up, or INTERLA_NONE */
    interla_call call;
    term_vec guard; /* conjuncts */
    term_vec args; /* of the target */
    term_vec locals;
    term_vec vars; /* of the last edge: what the clause's variables are */
} interla_edge;
VEC_DECLARE(interla_edge_vec, interla_edge);

typedef struct interla_location {
    term_vec params;
    u32_vec out, in; /* edges */
} interla_location;
VEC_DECLARE(interla_location_vec, interla_location);

typedef struct interla_kind {
    uint32_t entry, exit;
    /* Symbols, one for each argument of the exit: `results` in labels of the kind, `returned` in edges that call it. */
    term_vec results, returned;
    /* Of a recovered procedure, by location: does it belong (1), and position[l * arity + j]: the argument of l that is the entry's
     * j-th, or INTERLA_CONSTANT | t.id if that is always the term t there. Empty if the entry is INIT: everything belongs. */
    u32_vec member, position;
    u32_vec distance; /* by location: edges to the exit, INTERLA_NONE = none leads there */
} interla_kind;
VEC_DECLARE(interla_kind_vec, interla_kind);

typedef struct interla_graph {
    const horn *h;
    term_store *ts;
    interla_location_vec locations;
    interla_edge_vec edges;
    interla_kind_vec kinds;
    u32_vec source_of; /* by clause: which body atom is the source */
    u32_vec kind_of; /* by predicate: of the calls of it, or INTERLA_NONE */
    size_t n_loops;
} interla_graph;

/* `solver` has no assertions. */
void interla_graph_init(interla_graph *g, const horn *h, smt *solver);
void interla_graph_release(interla_graph *g);

static inline uint32_t interla_location_of(pred p) { return pred_is_false(p) ? INTERLA_GOAL : INTERLA_FIRST_PRED + p.id; }
/* The k-th body atom of a clause in the order in which they are executed, the source first. */
static inline size_t interla_body_index(const interla_graph *g, size_t clause_index, size_t k)
{
    size_t source = g->source_of.data[clause_index];
    return k == 0 ? source : k <= source ? k - 1 : k;
}
static inline atom interla_body(const interla_graph *g, size_t clause_index, size_t k)
{
    return horn_clause(g->h, clause_index)->body[interla_body_index(g, clause_index, k)];
}
/* Does an activation of the kind run through that edge? */
bool interla_edge_is_in(const interla_graph *g, uint32_t kind, const interla_edge *e);
/* Distances of a kind; for MAIN only to queries (edges) that are open. */
void interla_graph_measure(interla_graph *g, uint32_t kind, const bool *is_open);
/* How far the exit is when the edge is taken. */
uint32_t interla_edge_distance(const interla_graph *g, uint32_t kind, const interla_edge *e);

/* ---- procedures.c ---- */
/* Appends the kind of the calls of q. */
void interla_find_procedure(interla_graph *g, pred q, smt *solver);
/* Fills entry_clause and entry_vars of the call of kind k that is the at-th body atom: a sibling that makes the entry's fact. */
bool interla_find_entry_clause(const interla_graph *g, const interla_kind *k, size_t clause_index, size_t at, smt *solver, interla_call *out);

/* ---- loops.c ---- */
/* Numbers the loops and sets `loop` of edges and calls: on every cycle and every recursion something is used up, except in loops
 * that a counter bounds. */
void interla_find_loops(interla_graph *g);

/* ---- bounded.c ---- */
/* Marks (by edge) edges without which all loops that a counter bounds are no loops any more. */
void interla_find_bounded(interla_graph *g, u32_vec *bounded);

#endif
