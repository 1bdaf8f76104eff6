#ifndef ENGINE_PATH_H
#define ENGINE_PATH_H

/* The derivation tree of a vertex as formulas, for interpolation: a path if the clauses are linear.
 *
 * Nodes are numbered from the leaves to the root (a node's parent in the tree, which is the vertex derived from it, has a greater
 * number), and the nodes of a subtree are contiguous. Every node has its own symbols; an argument that a clause only passes on
 * keeps its symbol (SSA). The symbols belong to the number, so that the same vertex at the same number gives the same terms. */

#include "base/map.h"
#include "engine/edges.h"
#include "horn/result.h"
#include "itp/itp.h"

/* A graph of applications of clauses, as an engine has it. Its vertices are numbered, those that a clause is applied to before the application. */
typedef struct path_vertex {
    uint32_t clause;
    term guard; /* over the clause's variables: restricts it further */
    const uint32_t *parents; /* a vertex for each body atom */
    /* What is known to hold at the vertex, over its predicate's parameters; may be NULL. Not of queries. */
    const term_vec *label, *invariants;
    term formula; /* the conjunction of both */
} path_vertex;
typedef struct path_graph {
    const horn *h;
    edges *edges;
    path_vertex (*vertex)(const void *graph, uint32_t v);
    const void *graph;
} path_graph;
/* Labels of the body of v's clause, for the questions of edges.h. */
void path_graph_labels(const path_graph *g, uint32_t v, edge_labels *out);

enum { PATH_GOAL = UINT32_MAX };
typedef struct path_node {
    uint32_t vertex; /* PATH_GOAL: the negation of what shall hold at the node below */
    uint32_t parent; /* number of the node that is derived from it */
    bool cut; /* its own derivation is left out: its label stands for it */
    term formula; /* the clause here, and the label */
    size_t args, vars; /* offsets in path.terms: the fact's arguments, distinct symbols; the clause's variables */
} path_node;
VEC_DECLARE(path_node_vec, path_node);

typedef struct path {
    path_graph of;
    term_store *ts;
    bool plain; /* labels are taken only where the path is cut */
    bool unsliced; /* path_slice does nothing */
    path_node_vec nodes;
    term_vec terms;
    u64_map symbols; /* node and symbol -> symbol there */
} path;

void path_init(path *p, path_graph of);
void path_release(path *p);

/* Builds the tree of v, cut at a distance of `length` edges from the root. False if it is too large. */
bool path_build(path *p, uint32_t v, size_t length);
/* Builds the tree of v, cut at the vertices with at[vertex] set (`at` has v + 1 elements), with one more node above it: there `goal`, a formula over the
 * parameters of v's predicate, does not hold at v. */
bool path_build_goal(path *p, uint32_t v, const bool *at, term goal);
/* Appends the numbers of the nodes that k, which is not cut, is derived from, in the order of the body. */
void path_premises(const path *p, size_t k, u32_vec *out);
bool path_is_cut(const path *p); /* at a distance */
/* A formula over the parameters of node k's predicate, at k. */
term path_at(path *p, size_t k, term formula);
/* The other way round; TERM_NONE if it has other symbols than those of k's arguments. */
term path_label(path *p, size_t k, term formula);
/* Drops equations that only define symbols which nothing else mentions. */
void path_slice(path *p);

/* The shortest end of v's derivation, up to a factor of two, that is infeasible with the labels where it is cut; all of it if there is none. Sliced. False
 * if it is too large. The solver has no assertions. */
bool path_build_infeasible_end(path *p, uint32_t v, smt *solver);
/* Do the formulas of all nodes have a model? The solver has no assertions. */
smt_result path_check(const path *p, smt *solver);
/* Appends atoms over the parameters of the predicate of vertex v: hints for an interpolant there. */
typedef void path_hints_fn(void *context, uint32_t v, term_vec *atoms);
/* `hints` may be NULL. Interpolants as labels of the nodes but the root, over their predicates' parameters; of the whole derivation if its end has none. ITP_UNKNOWN if they
 * were not found, or are no labels; *why then says which. */
itp_result path_interpolate(path *p, itp *i, path_hints_fn *hints, void *context, term_vec *out, const char **why);
/* After path_build of all of it, not sliced: values of a feasible derivation. False if there are none, or the solver does not find them. */
bool path_derivation(const path *p, const limits *limit, stats *counters, derivation *out);

#endif
