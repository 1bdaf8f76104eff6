#ifndef RECURRENCE_EQUATIONS_H
#define RECURRENCE_EQUATIONS_H

/* Polynomial equations, not linear ones, among the arguments of a predicate, as 6 s = i (i - 1) (2 i - 1): what the recurrences of its self-loops say about an argument after k
 * turns, with k from a counter, and with what clauses that enter the loop begin with. Candidates: an entry may be another one, and a turn another case. */

#include "base/limits.h"
#include "horn/result.h"

/* Are there any candidates? */
bool loop_equations_exist(const horn *h);
/* The facts are a model of all clauses that are no queries; so they are afterwards, with those candidates that are inductive beside them. True if there are any. */
bool loop_equations_add(const horn *h, const limits *l, model *facts);

#endif
