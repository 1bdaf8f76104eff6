#ifndef ABSINT_ABSINT_H
#define ABSINT_ABSINT_H

/* Abstract interpretation over clauses: facts that hold in every state that a predicate can have, found by fixpoint iteration in the abstract domains of
 * domain/domain.h. Integers and reals are described; arguments of other sorts, operations that are not linear, and quantifiers are any value.
 *
 * Analyses of growing strength run one after the other while there is time: intervals and strides (x = r modulo m); these with octagons; with polyhedra. Octagons
 * and polyhedra work within what intervals and strides have found. Plain polyhedra come before those: transitions do without rows that have large numbers, such
 * as the ranges of machine integers, with which polyhedra are boxes of exponentially many corners.
 *
 * Beside these there are polynomial equations that recurrences of loops suggest (recurrence/equations.h), and that are inductive together with the facts. */

#include "base/limits.h"
#include "base/stats.h"
#include "horn/result.h"

typedef enum absint_strength { ABSINT_INTERVALS, ABSINT_OCTAGONS, ABSINT_PLAIN_POLYHEDRA, ABSINT_POLYHEDRA } absint_strength;

typedef struct absint_options {
    double seconds; /* of the clock, at most; 0: as the limits say */
    absint_strength strongest; /* no analysis beyond this */
    bool splits; /* once more with predicates split by Booleans, and by integers with two values (split.h) */
} absint_options;

#define ABSINT_OPTIONS_DEFAULT ((absint_options){.seconds = 0, .strongest = ABSINT_POLYHEDRA})

/* Facts that hold in every state each predicate can have (its least model): formulas over horn_param. Each is a conjunction, of which dag_conjuncts gives the
 * parts: linear constraints, congruences (sum mod m = r), polynomial equations; such ones where arguments have certain values. `false` says that nothing is derivable. The facts are a model of all clauses that are no queries.
 * Fills the initialised model *out. False: nothing was found out (all formulas are then `true`). `l` may be over early: what is found until then is sound.
 * `counters` may be NULL. */
bool absint_facts(const horn *h, const absint_options *o, const limits *l, stats *counters, model *out);

#endif
