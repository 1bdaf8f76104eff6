#ifndef ENGINE_DERIVATION_TREE_H
#define ENGINE_DERIVATION_TREE_H

/* A derivation with its values left open: a tree of facts to derive (nodes), each with the clauses that may derive it (uses); one
 * solver call chooses among them and finds the values. Node 0 is the root, the conclusion of a query. A use gives its clause's
 * body atoms nodes of their own, so a child always has a greater number than its parent.
 *
 * Arguments of a node are symbols or values. Where a clause's argument is a variable, the variable just stands for the node's
 * argument: copies of values along a path cost nothing. */

#include "base/limits.h"
#include "horn/horn.h"
#include "horn/result.h"
#include "smt/smt.h"

typedef struct derivation_tree derivation_tree;

/* `limit` and `counters` are borrowed. */
derivation_tree *derivation_tree_new(const horn *h, const limits *limit, stats *counters);
void derivation_tree_free(derivation_tree *t);

/* Adds a clause that may derive the node. Returns the node of its first body atom; the others follow. */
uint32_t derivation_tree_add(derivation_tree *t, uint32_t node, uint32_t clause);

/* The values of a node's arguments, if the guess is right. */
void derivation_tree_guess(derivation_tree *t, uint32_t node, const term *values);
void derivation_tree_clear_guesses(derivation_tree *t);

typedef struct derivation_tree_limits {
    double seconds; /* for one solver call; 0 = no own limit */
    size_t search; /* how many nodes may be added for body atoms that nobody added a clause for; any clause will do for those */
} derivation_tree_limits;

/* Finds a derivation that agrees with the guesses. SMT_UNSAT: there is none, or it needs more search; SMT_UNKNOWN: the solver did
 * not find out. May be called again, with other limits or guesses. */
smt_result derivation_tree_solve(derivation_tree *t, const derivation_tree_limits *how, derivation *out);

#endif
