#ifndef ENGINE_WEAKEN_H
#define ENGINE_WEAKEN_H

/* Labels made weaker, from the end of a path to its beginning, as far as each edge allows: what is left is closer to what the
 * error depends on, and farther from the depth at which it was looked at. */

#include "engine/path.h"

/* known[j]: formulas that hold at the j-th parent of v. Replaces them by weaker ones such that, together with the labels of the
 * parents, they still make `goal` hold at v. False, and nothing changes, if they do not to begin with. Those that come first are
 * the last to be dropped. */
bool weaken_edge(const path_graph *g, uint32_t v, term goal, term_vec *known);
/* Labels of the nodes of a path but the root, such that each edge makes the label of its end hold, and that to the root is infeasible: makes them weaker, from the
 * root to the leaves. */
void weaken_path(const path *p, term_vec *labels);
/* Appends conjuncts whose conjunction is `formula`: as many as distributing a few disjunctions gives. */
void weaken_split(term_store *ts, term formula, term_vec *out);

#endif
