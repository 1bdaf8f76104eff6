#ifndef VALIDATE_VALIDATE_H
#define VALIDATE_VALIDATE_H

/* The last word before an answer: checks a result against the original problem. Includes no engine, pass or front end. */

#include "base/limits.h"
#include "horn/horn.h"
#include "horn/result.h"

typedef enum verdict { VALID, INVALID, UNDECIDED } verdict;

/* Is the model a model, clause by clause? Is the derivation one, step by step, by evaluation? On INVALID and UNDECIDED `why`
 * (initialised) says which clause or step and what about it.
 * Uninterpreted sorts may have any universe. A model is one if the clauses hold where each such sort has one element; a derivation is one if each step
 * follows in every universe, whichever elements its values of such sorts are, the same or different ones. */
verdict validate_result(const horn *h, const result *r, const limits *limit, stats *counters, text *why);

/* Which clauses of h, by their numbers, hold under a model? */
void validate_clauses(const horn *h, const model *m, const limits *limit, verdict *out);

/* A script that any SMT-LIB solver can run, every check-sat of which must answer unsat: for a model, interpretations as define-fun
 * and one check per clause; for a derivation, the ground facts and one check per step that its clause gives it. */
void validate_certificate(text *out, const horn *h, const result *r);

#endif
