#ifndef SMT_LAZY_H
#define SMT_LAZY_H

/* Satisfiability with bit operations on integers, products and division by terms, which solvers decide badly together: the formula is
 * abstracted (abstraction.h), and lemmas are learnt from the values of each model that is wrong about an operation. */

#include "smt/smt.h"
#include "term/eval.h"

/* SMT_UNSAT: t has no model. SMT_SAT: it has one, confirmed by evaluation; `values` (may be NULL) gets the values of its symbols.
 * SMT_UNKNOWN: not found out in so many rounds, or in the limit. */
smt_result lazy_check(term_store *ts, term t, size_t rounds, const limits *limit, stats *counters, evaluator *values);

#endif
