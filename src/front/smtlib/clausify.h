#ifndef FRONT_SMTLIB_CLAUSIFY_H
#define FRONT_SMTLIB_CLAUSIFY_H

/* From a formula over predicates to Horn clauses.
 *
 * In the formula an application of a predicate is an *atom*: a TERM_APP (without arguments a TERM_SYM) of sort Bool under a
 * name that no input can have. The other free symbols are the formula's universally quantified variables.
 *
 * The clauses have a model if and only if the formula has one, and the models agree on the formula's predicates. A positive
 * atom P(t) below disjunctions of a body is not multiplied out but becomes P?(t, b) with a fresh Boolean b in its place, where
 *     !b => P?(x, b)      and      P(x) & b => P?(x, b)
 * define the predicate P?; only a single small disjunction is split into clauses. */

#include "base/diag.h"
#include "base/limits.h"
#include "horn/horn.h"

term clausify_atom(term_store *ts, pred p, const term *args, size_t n);
/* Whether t is an atom; *p (may be NULL) is its predicate. */
bool clausify_is_atom(const term_store *ts, term t, pred *p);

typedef struct clausifier clausifier;
/* Adds clauses (and predicates P?) to h, which has all the predicates of the formulas. */
clausifier *clausifier_new(horn *h);
void clausifier_free(clausifier *c);

typedef struct clausify_source {
    const char *file; /* may be NULL */
    uint32_t line, column;
} clausify_source;
/* False and *error filled if the formula is not equivalent to Horn clauses in a way that shows in its form. */
bool clausifier_add(clausifier *c, term formula, clausify_source source, diag *error);

#endif
