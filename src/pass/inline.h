#ifndef PASS_INLINE_H
#define PASS_INLINE_H

/* What clause inlining remembers, for its own files only. Predicates keep their ids.
 *
 * Predicates are resolved away one after the other. The clauses along the way form a DAG: a rule is a clause of the old problem
 * or the resolvent of two earlier rules. With the map from each parent's variables to terms over its own, an instance of a
 * resolvent gives instances of its parents. */

#include "base/arena.h"
#include "pass/pass.h"

typedef struct rule rule;
struct rule {
    clause clause; /* in the arena */
    size_t size; /* of its DAG, without symbols and constants */
    bool dead;
    uint32_t origin; /* clause of the old problem, if there are no parents */
    const rule *def, *use; /* def concludes the atom number `at` of use's body; both NULL: a clause of the old problem */
    size_t at;
    const term *def_terms, *use_terms; /* for each variable of the parent a term over the variables of this rule */
    const uint32_t *def_atoms, *use_atoms; /* for each body atom of the parent its place in this body; use_atoms[at] is not used */
};

/* All clauses about a predicate at the time it was resolved away. Its definitions and uses do not have predicates that were
 * resolved away before; its definitions do not have itself. */
typedef struct elimination {
    pred pred;
    const rule **defs, **uses;
    size_t n_defs, n_uses;
} elimination;
VEC_DECLARE(elimination_vec, elimination);
VEC_DECLARE(rule_vec, rule *);

typedef struct inline_back {
    back base;
    arena mem;
    elimination_vec eliminations; /* in the order in which it happened */
    rule_vec kept; /* by clause of the new problem */
} inline_back;

bool inline_model_back(const back *base, const model *in, model *out, const limits *limit);

#endif
