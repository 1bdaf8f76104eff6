#ifndef SMT_SMT_H
#define SMT_SMT_H

/* Satisfiability of terms. The only door to a solver: what is behind it (Z3 today) is seen by its own file alone.
 *
 * A solver holds a stack of assertions over the terms of one store. A check answers
 *   SMT_SAT      the assertions and assumptions have a model (smt_value reads it)
 *   SMT_UNSAT    they have none (smt_core names assumptions that suffice)
 *   SMT_UNKNOWN  neither is known: out of its limit, interrupted, or undecided; smt_why_unknown says which.
 * A solver never crashes the process for lack of time, and never answers sat or unsat by default.
 * Seconds are of processor time (limits_work); the limits are over by the clock. */

#include "base/limits.h"
#include "base/stats.h"
#include "term/term.h"

typedef struct smt smt;
typedef enum smt_result { SMT_UNSAT, SMT_SAT, SMT_UNKNOWN } smt_result;

/* `limit` and `counters` are borrowed and must outlive the solver; `counters` may be NULL. */
smt *smt_new(term_store *ts, const limits *limit, stats *counters);
/* Another solver, without assertions, with the same limits and counters: it shares what is expensive to set up. Each of them is freed,
 * in any order. One at a time may work. */
smt *smt_new_beside(smt *other);
void smt_free(smt *s);

void smt_push(smt *s);
void smt_pop(smt *s, size_t levels);
void smt_assert(smt *s, term t); /* Bool, no loose bound variables */
/* Every later check may use at most this many seconds (and never more than the limits leave); 0 = no own limit. */
void smt_set_query_limit(smt *s, double seconds);
double smt_query_limit(const smt *s);
smt_result smt_check(smt *s, const term *assumptions, size_t n); /* assumptions: any Bool terms */
const char *smt_why_unknown(const smt *s);

/* After SMT_SAT: the value of t in the model (a value as in eval.h; symbols the model leaves open get the default), or
 * TERM_NONE if the model has no exact value for it (an irrational number, say). */
term smt_value(smt *s, term t);

/* After SMT_UNSAT of a check under assumptions: appends the assumptions (as given) of a core. */
void smt_core(smt *s, term_vec *out);
/* After SMT_UNSAT: like smt_core, with every assumption that can be dropped dropped (each costs a check of at most
 * `seconds`; one that answers unknown keeps it). */
void smt_minimise_core(smt *s, term_vec *out, double seconds);

/* Does a entail b (a & !b unsat)? Answers are remembered, except unknown ones. Uses a scratch level: assertions count. Only
 * meant for solvers whose assertions do not change any more (normally: without any). */
smt_result smt_entails(smt *s, term a, term b); /* SMT_UNSAT: yes; SMT_SAT: no */

/* `t` without the symbols `vars`: exactly equivalent to exists vars. t, or TERM_NONE if that was not found in the limit. */
term smt_eliminate(smt *s, const term *vars, size_t n, term t, double seconds);

/* A formula I without quantifiers, over the symbols shared[0..k-1] only, such that every below[i] entails I and I contradicts every
 * above[j]; TERM_NONE if none was found in `seconds`. The symbols of below and above that are not shared are local to each of
 * them. An interpolant, found by Spacer: the answer is as trustworthy as Z3 is. Of bit-vectors, none is found. */
typedef struct smt_separation {
    const term *below, *above, *shared;
    size_t n_below, n_above, n_shared;
} smt_separation;
term smt_separate(term_store *ts, const smt_separation *between, const limits *limit, double seconds);

/* Simplified by the solver: equivalent to t. */
term smt_simplify(smt *s, term t);

const char *smt_version(void);

#endif
