#ifndef PASS_FACTS_H
#define PASS_FACTS_H

/* Passes that put facts into clauses. The facts are a model of all clauses that are no queries; the new problem has the same clauses, with facts about their bodies'
 * predicates, all or some, in their constraints. A model of it is one of the old problem with the facts beside it; a derivation is one of the old problem. */

#include "pass/pass.h"

/* Takes over the facts. */
back *facts_back_new(const horn *before, const horn *after, const model *facts);

#endif
