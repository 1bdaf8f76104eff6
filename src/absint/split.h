#ifndef ABSINT_SPLIT_H
#define ABSINT_SPLIT_H

/* Path-sensitive analyses: predicates are split by values of a few arguments, Booleans and integers with two values, so that states that differ in these are not
 * joined. A copy of the predicate for each combination of values is a predicate of a new problem; facts about copies are facts about the predicate where its
 * arguments have those values. */

#include "horn/result.h"

typedef struct split split;

/* `known`: facts, which tell of integers that they have two values. The facts and the problem are borrowed. NULL: there is nothing to split, or too many copies. */
split *split_new(const horn *h, const model *known);
void split_free(split *s);
const horn *split_problem(const split *s);
/* Facts about the copies that are a model of the new problem's clauses, but for queries, are conjoined to *out, the facts known. They are a model of the old clauses then. */
void split_conjoin(const split *s, const model *copies, model *out);

#endif
