#ifndef SOLVE_LOCAL_PROOFS_H
#define SOLVE_LOCAL_PROOFS_H

/* Local proofs. Much dead code is dead for a reason a few statements away, in whatever state the program gets there. So each query
 * is asked with the predicates only from which few clauses lead to it, a loop alone with what it begins with included; of all others any state is taken to be reached. Such a problem is small, and
 * if it is safe, its model, with `true` for the others, is one of the whole problem in which the query holds. What is behind predicates that are
 * found to be empty is empty, too, and what several proofs say holds together. */

#include "base/limits.h"
#include "horn/horn.h"
#include "horn/result.h"

/* Raises is_proved[i] (by clause of h, all false) for the queries that hold in *out, an initialised model of the other clauses of h. Returns how
 * many that are. */
size_t local_proofs_find(const horn *h, const limits *limit, bool *is_proved, model *out);

#endif
