#ifndef VALIDATE_REPLAY_H
#define VALIDATE_REPLAY_H

/* The proof of UNSAFE: the program, compiled by the system's compiler with the found inputs, runs into the failure.
 *
 * A small C file defines the functions that give inputs (__VERIFIER_nondet_*, undefined functions) so that they return the found values
 * in order, and the functions that report failure (reach_error, __VERIFIER_error, __assert_fail) so that they say which place
 * failed and exit with a status of their own. It is compiled together with the user's files in a scratch folder and run, confined, under a
 * time limit.
 * That is tried first, with zeros in all memory that the program does not set. A run that needs other values there, or that does not begin
 * in main, is repeated with the program's bitcode, which the front end has made to ask for all such values. */

#include "base/diag.h"
#include "base/limits.h"
#include "base/sandbox.h"
#include "program/program.h"
#include "program/unset.h"
#include "validate/environment.h"

typedef enum replay_verdict { REPLAY_CONFIRMED, REPLAY_OTHER, REPLAY_FAILED } replay_verdict;

typedef struct replay_value {
    const char *function; /* that asks: "__VERIFIER_nondet_int" */
    term value; /* an Int numeral; TERM_NONE: the function is never called */
    uint32_t width;
    bool is_signed, is_pointer, is_float; /* is_float: the value is its bit pattern */
} replay_value;

typedef struct replay_request {
    const char *const *files;
    size_t n_files;
    const char *const *flags;
    size_t n_flags;
    uint32_t bits;
    const char *entry;
    const replay_value *values; /* in the order of the run */
    size_t n_values;
    const event_vec *events; /* what the run gets from its environment */
    const unset_list *unset; /* everything that the run finds unset, for the bitcode; and main's arguments */
    const text *bitcode; /* or NULL */
    int64_t argc; /* of main; 0 if it does not matter */
    goal_info goal; /* what should fail */
    bool has_lookalike; /* the program has a goal that `replay_looks_like` this one */
    const goal_info *goals; /* not NULL: it may be any of these, `goal` among them; of kinds whose sanitizers go together */
    size_t n_goals;
    const char *keep; /* folder for the harness of the last attempt and a script to build and run it, or NULL */
    const sandbox_support *confine; /* the run; NULL: it is not confined */
    limits limits;
} replay_request;

/* Would a run that fails at the other goal be taken for one that fails at this one, if nobody looked at columns? They are in one line; or they are
 * calls, of reach_error or its kin, that do not tell where they are. */
bool replay_looks_like(const goal_info *g, const goal_info *other);

/* How many arguments the program is started with, its name included, if main has this argc. */
size_t replay_argument_count(int64_t argc);

/* REPLAY_CONFIRMED: the run ends in the goal's failure, at its file and line, and not in that of another goal there. REPLAY_OTHER: it runs, but ends otherwise; *why (initialised) says how.
 * REPLAY_FAILED: it could not be compiled or run. With `goals`, *why says of a confirmed failure, too, where it is. */
replay_verdict replay_run(const term_store *ts, const replay_request *request, text *why);

#endif
