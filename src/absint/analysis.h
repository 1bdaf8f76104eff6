#ifndef ABSINT_ANALYSIS_H
#define ABSINT_ANALYSIS_H

/* One analysis: the clauses as transitions between abstract states. Inside of src/absint only, but for engine/invgen, which takes transitions from here.
 *
 * The abstract state of a predicate is a value of the domain whose dimensions are the predicate's numeric arguments. A transition is a conjunction of
 * literals that implies, or is implied by, a part of a clause's constraint, as rows; the transitions of a clause are found on demand (cases.c), and the
 * analysis is done when those found cover every clause. */

#include "absint/absint.h"
#include "domain/domain.h"
#include "term/abstraction.h"

typedef struct abstract_state {
    void *value; /* NULL: empty */
    row_vec rows; /* of the value */
    row_vec given; /* hold beside the value: found before */
} abstract_state;

typedef struct abstract_pred {
    u32_vec numeric; /* the arguments that are dimensions, in order */
    bool *is_int; /* by dimension */
    abstract_state state;
    row_vec thresholds;
    u32_vec transitions; /* that lead here */
} abstract_pred;

typedef struct transition {
    uint32_t clause;
    size_t n_dims, n_head; /* the first n_head dimensions are the head's */
    bool *is_int;
    row_vec rows;
    row_vec args; /* the numeric arguments of the body's atoms, one atom after the other, as expressions */
} transition;
VEC_DECLARE(transition_vec, transition);

/* A clause without hard operations. */
typedef struct plain_clause {
    term formula; /* the constraint, and  parameter = argument  for the head's */
    term_vec args; /* the body's numeric arguments */
    bool is_coarse; /* one transition is implied by the whole clause */
} plain_clause;

typedef struct analysis {
    const horn *h;
    term_store *ts;
    const domain *domain;
    const limits *limits;
    abstraction *operations;
    plain_clause *clauses;
    abstract_pred *preds;
    transition_vec transitions;
    bool is_plain; /* transitions do without rows that have large numbers (row_is_large); so many were left out: */
    size_t n_dropped;
} analysis;

void analysis_init(analysis *a, const horn *h, const domain *d, const limits *l);
void analysis_release(analysis *a);

/* The literals, of the clause's plain form, as a transition. False if they contradict each other. */
bool transition_init(transition *t, analysis *a, uint32_t clause, const term *literals, size_t n);
void transition_release(transition *t);
/* Appends the row about the numeric arguments of a predicate as one about the transition's dimensions; `args` are those of the body atom, in transition.args. */
void transition_push_about(const row *r, const row *args, row_vec *out);
/* Takes over the transition, and learns thresholds from it. */
void analysis_add(analysis *a, transition *t);
/* One transition that is implied by the clause, which is no query: disjunctions are left out but for the bounds they give. False if there are no steps. */
bool analysis_add_coarse(analysis *a, uint32_t clause);
/* Is the state of the predicate not empty? */
bool analysis_is_reached(const analysis *a, pred p);
/* What the earlier analysis, of the same problem, has found is given in this one. */
void analysis_give(analysis *a, const analysis *earlier);

/* The states that the transition leads to, a value of the domain over the head's dimensions; NULL: none. */
void *transition_apply(const analysis *a, const transition *t);

/* Iterates until the states contain what all transitions lead to. False if there was no time for that. */
bool fixpoint_run(analysis *a);
/* The states of p contain what transitions lead to from states as they are. */
void fixpoint_update(analysis *a, pred p);

/* Finds transitions until they cover every clause, and iterates with them. False if there was no time for that. `counters` may be NULL. */
bool cases_run(analysis *a, stats *counters);

/* The facts about p that its states say. */
term facts_of(const analysis *a, pred p);

#endif
