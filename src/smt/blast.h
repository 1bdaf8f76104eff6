#ifndef SMT_BLAST_H
#define SMT_BLAST_H

/* Satisfiability of formulas about bounded integers, with any operations on them, by bits: the formula becomes one about bit-vectors
 * (int_to_bv.h), and that one is decided by a SAT solver. */

#include "smt/smt.h"
#include "term/eval.h"

/* SMT_UNSAT: t has no model. SMT_SAT: it has one, confirmed by evaluation; `values` (may be NULL), cleared before, gets the values of its
 * symbols. SMT_UNKNOWN: not found out in the limit, or t is not of this kind, which is noticed at once. */
smt_result blast_check(term_store *ts, term t, const limits *limit, stats *counters, evaluator *values);

#endif
