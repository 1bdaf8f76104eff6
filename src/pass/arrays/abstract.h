#ifndef PASS_ABSTRACT_H
#define PASS_ABSTRACT_H

/* Horn problems whose operations are variables (abstraction.h): the same predicates and clauses, in each of which operations are
 * replaced by variables of the clause and the lemmas about them conjoined. A model of the new problem is one of the old. A
 * derivation of the new is one of the old if the operations' variables have the right values in it. */

#include "horn/horn.h"
#include "horn/result.h"
#include "pass/pass.h"
#include "term/abstraction.h"

/* NULL if there is nothing to replace. */
horn *abstract_horn(const horn *h, abstraction *a);
/* Appends the terms of a clause: its constraint, its atoms' arguments. */
void abstract_roots(const horn *h, const clause *c, term_vec *out);
/* The derivation with the values of h's variables alone. */
void abstract_derivation_back(const horn *h, const horn *abstract, const derivation *in, derivation *out);
/* Of a pass whose `after` has the predicates and clauses of h, with variables added: models as they are, derivations as above. */
back *abstract_back_new(const horn *h, const horn *after);

#endif
