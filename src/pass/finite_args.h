#ifndef PASS_FINITE_ARGS_H
#define PASS_FINITE_ARGS_H

/* Arguments of predicates that have few values in all facts that can be derived: counters of short loops, phases, flags. Found as in an
 * abstract interpretation, each argument on its own: a clause gives its head the values that its arguments may have for each single
 * value of a variable of the body for which the constraint is not plainly false. Sets may have more values than are possible. */

#include "base/limits.h"
#include "horn/horn.h"
#include "pass/possible.h"

typedef struct finite_args {
    const horn *h;
    uint32_t *first; /* arguments of all predicates are numbered through: those of p begin at first[p] */
    term_vec *values; /* by argument: its values, in the order in which they were found */
    bool *many; /* by argument: it has too many values, or unknown ones */
    bool *has_fact; /* by predicate */
} finite_args;

/* At most `max` values each. False if that takes too long; it is to be released in any case. */
bool finite_args_find(finite_args *f, const horn *h, size_t max, const limits *limit);
void finite_args_release(finite_args *f);
/* What is known about the clause's variables that are arguments of its body; borrows from f. */
void finite_args_known(const finite_args *f, const clause *c, possible_map *out);

#endif
