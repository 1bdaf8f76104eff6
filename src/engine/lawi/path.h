#ifndef ENGINE_LAWI_PATH_H
#define ENGINE_LAWI_PATH_H

/* The derivation tree of a vertex as formulas, for interpolation: a path if the clauses are linear.
 *
 * Nodes are numbered from the leaves to the root (a node's parent in the tree, which is the vertex derived from it, has a greater
 * number), and the nodes of a subtree are contiguous. Every node has its own symbols; an argument that a clause only passes on
 * keeps its symbol (SSA). The symbols belong to the number, so that the same vertex at the same number gives the same terms. */

#include "engine/lawi/unwinding.h"

typedef struct path_node {
    uint32_t vertex;
    uint32_t parent; /* number of the node that is derived from it */
    bool cut; /* its own derivation is left out: its label stands for it */
    term formula; /* the clause here, and the label */
    size_t args, vars; /* offsets in path.terms: the fact's arguments, distinct symbols; the clause's variables */
} path_node;
VEC_DECLARE(path_node_vec, path_node);

typedef struct path {
    unwinding *u;
    path_node_vec nodes;
    term_vec terms;
    u64_map symbols; /* node and symbol -> symbol there */
} path;

void path_init(path *p, unwinding *u);
void path_release(path *p);

/* Builds the tree of v, cut at a distance of `length` edges from the root. False if it is too large. */
bool path_build(path *p, uint32_t v, size_t length);
/* Appends the numbers of the nodes that k, which is not cut, is derived from, in the order of the body. */
void path_premises(const path *p, size_t k, u32_vec *out);
bool path_is_cut(const path *p);
/* A formula over the parameters of node k's predicate, at k. */
term path_at(path *p, size_t k, term formula);
/* The other way round; TERM_NONE if it has other symbols than those of k's arguments. */
term path_label(path *p, size_t k, term formula);
/* Drops equations that only define symbols which nothing else mentions. */
void path_slice(path *p);

#endif
