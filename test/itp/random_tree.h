#ifndef TEST_ITP_RANDOM_TREE_H
#define TEST_ITP_RANDOM_TREE_H

/* Random trees of formulas as programs make them: a node speaks of its own variables, its children's, and a few local ones. */

#include "../term/random_term.h"
#include "itp/itp.h"

typedef enum theory_mix { MIX_LIA, MIX_LRA, MIX_BOOL, MIX_UF, MIX_ARRAYS, MIX_BV, MIX_ALL, MIXES } theory_mix;
typedef enum tree_shape { SHAPE_PAIR, SHAPE_PATH, SHAPE_TREE } tree_shape;

VEC_DECLARE(itp_node_vec, itp_node);

/* Cubes only, or with disjunctions and `ite`. Appends the nodes, none of which is a contradiction by itself (says `solver`). */
void random_tree(term_store *ts, smt *solver, rng *r, theory_mix mix, tree_shape shape, bool cubes, itp_node_vec *out);
const char *random_mix_name(theory_mix mix);

#endif
