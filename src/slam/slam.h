#ifndef SLAM_SLAM_H
#define SLAM_SLAM_H

/* Counterexample-driven refinement with weakest preconditions (Ball 2004) of `while` programs; docs/slam.md.
 *
 * Rounds. wp_E goes backwards from what is bad, with an exterior cover at each cut point, up to a fixed point. If no state in which main begins is in it, its
 * complement is a proof outline, and hoare_check has the last word. Otherwise there is a smallest k such that bwp_E with k cut points is not empty. bwp of this k,
 * without covers, is empty or has a model: a run, of which the inputs are found. If it is empty, interp makes a pair (A, B) for each cut point and level, and
 * the atoms of an interpolant of each are new predicates. */

#include "base/limits.h"
#include "hoare/hoare.h"
#include "smt/smt.h"
#include "term/term.h"

typedef enum slam_answer { SLAM_UNKNOWN, SLAM_SAFE, SLAM_UNSAFE } slam_answer;

/* A proof that hoare_check has accepted, for who wants to have it otherwise, too. */
typedef struct slam_proof {
    const hoare_outline *outline;
    smt *solver; /* without assertions */
    /* What may happen from before the statement on, in this view; with temporaries, for which there are some values. */
    term (*before)(void *context, const while_stmt *s, hoare_view v);
    void *context;
} slam_proof;

typedef struct slam_options {
    limits limits;
    uint32_t max_bound; /* of k; 0: none */
    bool cartesian; /* covers are conjunctions */
    bool statements; /* a cover before each statement, not at loops and recursive procedures only */
    bool atoms; /* new predicates are the atoms of A */
    bool one_trace; /* pairs are of one abstract run, as long as that gives new predicates */
    bool forward; /* from where main begins to what fails, not from there */
    const bool *known; /* failures that are looked for no more, as in hoare_outline; may be NULL */
    bool explains;
    /* What a student should see of a round, if `explains`; what is going on. May be NULL. */
    void (*told)(void *user, const char *what);
    void (*progress)(void *user, const char *what, int64_t bound);
    const char *(*confirm)(void *user, const slam_proof *p); /* NULL, or why the proof is none */
    void *user;
} slam_options;

typedef struct slam_result {
    slam_answer answer;
    text about; /* SAFE: the outline; UNKNOWN: why */
    term_vec inputs; /* UNSAFE: of the run, as while_run takes them */
    uint32_t rounds, bound; /* refinements; the last k */
    size_t predicates, questions;
} slam_result;
void slam_result_init(slam_result *r);
void slam_result_release(slam_result *r);

void slam_run(term_store *ts, const while_program *p, const slam_options *options, slam_result *out);

#endif
