#ifndef PASS_CELLS_H
#define PASS_CELLS_H

/* Arrays by distinguished cells. A predicate P(x, a) with arrays a among its arguments becomes P'(x, k, v), which has no array:
 *
 *     P(x, a)  :=  forall k. P'(x, k, a[k])
 *
 * Several arrays may share an index, P'(x, k, a[k], b[k]), or have one each, P'(x, k, a[k], l, b[l]); this is an index *group*. In a clause
 * the head holds for any cell k, whose value follows by reads over writes; the body may use P' at as many cells as
 * matter: at k and wherever the clause reads. So the clauses get several body atoms, and lose their arrays.
 *
 * A model of the new problem gives one of the old. The converse fails when the invariant needs more cells at a time, so that a
 * derivation of the new problem means nothing: this is an abstraction, not a pass in the sense of pass.h.
 *
 * All indices at which an array is accessed may have the form  stride * t + base  (addresses of a C array's elements); then
 * k counts elements:  forall k. P'(x, k, a[stride * k + base]). */

#include "base/limits.h"
#include "horn/horn.h"

VEC_DECLARE(atom_vec, atom);
VEC_DECLARE(term_lists, term_vec);

typedef struct cell_group {
    sort index;
    u32_vec arrays; /* arguments of the old predicate */
    uint32_t first; /* argument of the new one: the index; the values follow */
} cell_group;
VEC_DECLARE(cell_group_vec, cell_group);

/* Arguments of the new predicate that are an index and the values of arrays there. */
typedef struct cell_view {
    uint32_t index;
    u32_vec values;
} cell_view;
VEC_DECLARE(cell_view_vec, cell_view);

/* What became of a predicate's arguments. */
typedef struct cell_shape {
    u32_vec kept; /* arguments of the old predicate: the first ones of the new one */
    cell_group_vec groups;
    cell_view_vec views; /* the groups, and what was written that way by whoever made the problem: P(x, k, a[k]) */
} cell_shape;

/* Where an array's elements are: at stride * k + base, k any integer. */
typedef struct cell_grid {
    rat stride, base;
    bool is_plain; /* stride 1, base 0, or no integers at all */
} cell_grid;

/* The index of element k, and the element that has the index: TERM_NONE if it is not seen to have one. */
term cell_grid_index(term_store *ts, const cell_grid *g, term k);
term cell_grid_element(term_store *ts, const cell_grid *g, term index);

/* The grid of every argument of every predicate (an array or not) of h, one after the other, predicate by predicate. They do not
 * differ where an array is passed from one argument to another. */
VEC_DECLARE(cell_grid_vec, cell_grid);
void cell_grids_find(const horn *h, cell_grid_vec *out);
void cell_grids_release(cell_grid_vec *grids);

/* Facts that hold for the cells, guessed from the shape of the clauses and checked (cell_facts.c): facts->data[p] is over the
 * parameters of predicate p of the new problem h; all together they are inductive. If `proved` becomes true they contradict every
 * query, and only those are left that this takes. */
void cell_facts_find(const horn *h, const cell_shape *shapes, const limits *limit, term_vec *facts, bool *proved);

/* The guesses: formulas over the parameters of p, any at all; out->data[p] gets those about p. If `many`, all that come to mind. */
void cell_guess(const horn *h, const cell_shape *shapes, bool many, term_lists *out);

#endif
