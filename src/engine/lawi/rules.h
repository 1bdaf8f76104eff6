#ifndef ENGINE_LAWI_RULES_H
#define ENGINE_LAWI_RULES_H

/* The rules of the paper (figures 4 to 6), by their names, each in a file of its own. */

#include "engine/lawi/unwinding.h"
#include "engine/path.h"

/* Makes the children of v: a vertex for each clause with v's predicate in its body, and for each choice of open expanded vertices,
 * of which one is v, for the body. */
void lawi_expand(unwinding *u, uint32_t v);
/* Makes the vertices that are missing because a vertex was closed when another one was expanded. False if there are none. */
bool lawi_complete(unwinding *u);
/* Right after lawi_visit_edge has found v feasible: restricts v to one case of its clause, if these are split, and to one value of
 * those of its arguments that are. Returns the vertex of the other cases, or NO_VERTEX if there are none. */
uint32_t lawi_split(unwinding *u, uint32_t v);
/* The roots: applications of clauses without body atoms. */
void lawi_expand_facts(unwinding *u);

/* Labels an error vertex false, by interpolants along its derivation. REFINE_FEASIBLE: it has none because the derivation is
 * real, and it is in *out. Appends the strengthened vertices in ascending order. */
typedef enum refine_result { REFINED, REFINE_FEASIBLE, REFINE_FAILED } refine_result;
refine_result lawi_refine(unwinding *u, path *p, uint32_t v, u32_vec *strengthened, result *out);

/* Labels the error vertex v false, by formulas of the pools. False if they are not enough. */
bool lawi_refine_by_facts(unwinding *u, uint32_t v, u32_vec *strengthened);
/* The same, by path invariants (engine/invgen/path_invariants.h), where the path goes round a loop and none was asked about with the same clauses. They are in the pools
 * then. */
bool lawi_refine_by_path_invariants(unwinding *u, path *p, uint32_t v, u32_vec *strengthened);
/* Fills the pools, before anything else is in them. */
void lawi_add_candidate(unwinding *u, pred p, term t); /* to the pool, once */
void lawi_add_atoms(unwinding *u);
void lawi_add_templates(unwinding *u, pred p);

/* Interpolants begin in L0. */
void lawi_first_language(unwinding *u, itp_options *options);
/* The next language, which has more; the last one has everything. False if there is none. */
bool lawi_raise_language(unwinding *u);

/* The unwinding as path.h and weaken.h see it. */
path_graph lawi_path_graph(unwinding *u);
/* Labels of the body of v's clause, for the questions of edge.h. */
void lawi_labels_of_parents(const unwinding *u, uint32_t v, edge_labels *out);
/* Looks at the edge to v: a label of false if it is infeasible. True if it is known to be feasible. */
bool lawi_visit_edge(unwinding *u, uint32_t v);

/* Covers v by w if the labels allow it. */
bool lawi_cover(unwinding *u, uint32_t v, uint32_t w);
/* Covers v by any smaller vertex, those with weaker labels first. */
void lawi_close_vertex(unwinding *u, uint32_t v);
/* Covers v by one of a few recent vertices whose label holds at v, after adding it to v's: because of v's last edge, or (figure 6) of the path from
 * their nearest common ancestor, which gets labels for it. Those that have got them are appended in ascending order. */
bool lawi_force_cover(unwinding *u, path *p, uint32_t v, u32_vec *strengthened);
/* Strengthens the vertices of the path's nodes but the root (and those where it is cut), from the leaves up; appends those that have changed, in ascending order. */
void lawi_label_nodes(unwinding *u, const path *p, const term_vec *labels, u32_vec *strengthened);

/* Finds the greatest inductive subset of all conjuncts seen and adds it to the invariants. True if these refute all queries.
 * Nothing happens if that takes longer than given. */
bool lawi_houdini(unwinding *u, double seconds);

#endif
