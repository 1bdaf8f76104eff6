#ifndef SOLVE_PROGRAM_CHECK_H
#define SOLVE_PROGRAM_CHECK_H

/* From a program to a verdict on each of its goals. All goals are asked at once. A derivation gives the inputs of a run; the run is
 * followed by the interpreter and replayed with the compiled program, and the goal it violates is left out of the next round. A
 * model proves every goal that is still asked. */

#include "base/sandbox.h"
#include "encode/encode.h"
#include "front/while/translate.h"
#include "program/program.h"
#include "program/source_files.h"
#include "solve/solve.h"

typedef enum goal_verdict { GOAL_UNKNOWN, GOAL_PROVED, GOAL_VIOLATED, GOAL_UNREACHABLE } goal_verdict; /* UNREACHABLE: proved, and no run gets there */
const char *goal_verdict_name(goal_verdict v);
static inline bool goal_verdict_is_proof(goal_verdict v) { return v == GOAL_PROVED || v == GOAL_UNREACHABLE; }
void program_verdicts_withdraw(goal_verdict *verdicts, size_t n); /* proofs that do not hold become unknown */

/* Where the program comes from, for the replay. */
typedef struct program_source {
    source_files code;
    const sandbox_support *confine; /* runs of the compiled program; NULL: they are not confined */
    const char *keep; /* folder that keeps the replay of the first violation, or NULL */
    const while_program *tree; /* of a .while program: it is run in the place of a compiled program. NULL of C programs */
    const while_goals *tree_goals; /* for tests of it */
    bool checks_assertions; /* they are among what is checked, also if none is left that could fail */
    bool certify; /* keep a certificate of the answer */
} program_source;

typedef struct program_outcome {
    answer answer; /* SAFE: all goals proved; UNSAFE: one violated and replayed */
    goal_verdict *verdicts; /* by goal id */
    char *reason; /* if UNKNOWN, or if some goals are: why */
    char *mismatch; /* a counterexample that did not replay: what happened; NULL if there was none */
    goal mismatched; /* the goal that it was to violate */
    term_vec mismatch_inputs; /* of its run */
    goal violated; /* the first one */
    term_vec inputs; /* of the run that violates it */
    annotation_vec annotations; /* if goals were proved */
    char *proof; /* what proves them, if that is no annotation; NULL otherwise */
    text story; /* of the search, for a reader, if it was asked for */
    char *certificate; /* of the proof, or of the first violation; NULL if none was asked for */
    const char *engine;
    int64_t bound;
    stats stats;
} program_outcome;
void program_outcome_init(program_outcome *o);
void program_outcome_release(program_outcome *o);
size_t program_outcome_count(const program *p, const program_outcome *o, size_t *n_proved); /* of its goals, and how many of them are proved */

void program_check_run(const program *p, const program_source *source, const encode_options *how, const solve_options *options,
                       program_outcome *out);

#endif
