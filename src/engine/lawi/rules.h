#ifndef ENGINE_LAWI_RULES_H
#define ENGINE_LAWI_RULES_H

/* The rules of the paper (figures 4 to 6), by their names, each in a file of its own. */

#include "engine/lawi/path.h"

/* Makes the children of v: a vertex for each clause with v's predicate in its body, and for each choice of expanded vertices, of
 * which one is v, for the body. */
void expand(unwinding *u, uint32_t v);
/* Right after visit_edge has found v feasible: restricts v to one case of its clause. Returns the vertex of the other cases, or
 * NO_VERTEX if there are none. */
uint32_t split(unwinding *u, uint32_t v);
/* The roots: applications of clauses without body atoms. */
void expand_facts(unwinding *u);

/* Labels an error vertex false, by interpolants along its derivation. REFINE_FEASIBLE: it has none because the derivation is
 * real, and it is in *out. Appends the strengthened vertices in ascending order. */
typedef enum refine_result { REFINED, REFINE_FEASIBLE, REFINE_FAILED } refine_result;
refine_result refine(path *p, uint32_t v, u32_vec *strengthened, result *out);
/* Strengthens the vertices from which v is derived so that v's label entails `wanted`. `until`: where both labels come from. */
bool refine_towards(path *p, uint32_t v, uint32_t until, term wanted, u32_vec *strengthened);

/* Makes `goal` hold at v, by formulas of the pools. False if they are not enough. */
bool refine_by_facts(unwinding *u, uint32_t v, term goal, u32_vec *strengthened);
/* Fills the pools, before anything else is in them. */
void facts_add_atoms(unwinding *u);
void facts_add_templates(unwinding *u, pred p);

/* Labels of the body of v's clause, for the questions of edge.h. */
void labels_of_parents(const unwinding *u, uint32_t v, edge_labels *out);
/* Looks at the edge to v once: a label of false if it is infeasible. */
void visit_edge(unwinding *u, uint32_t v);

/* Covers v by w if the labels allow it. */
bool cover(unwinding *u, uint32_t v, uint32_t w);
/* Covers v by any smaller vertex, those with weaker labels first. */
void close_vertex(unwinding *u, uint32_t v);
/* Covers v by one of a few recent vertices, after strengthening it and its ancestors as needed. */
bool force_cover(path *p, uint32_t v, u32_vec *strengthened);

/* Finds the greatest inductive subset of all conjuncts seen and adds it to the invariants. True if these refute all queries.
 * Nothing happens if that takes longer than given. */
bool houdini(unwinding *u, double seconds);

#endif
