#ifndef PROGRAM_INTERPRET_H
#define PROGRAM_INTERPRET_H

/* Runs a program on given inputs, with the exact meaning of program.h: for differential tests against compiled programs, for
 * following a counterexample step by step, and for seeing what happens in a run. */

#include "base/limits.h"
#include "program/program.h"
#include "program/unset.h"

typedef enum run_end {
    RUN_RETURNED, /* from the entry procedure; status is its first result (0 if it has none) */
    RUN_EXITED, /* by EXIT with `status` */
    RUN_VIOLATED, /* a CHECK failed: `goal` */
    RUN_BLOCKED, /* an assumption failed, or no branch could be taken */
    RUN_OUT_OF_INPUTS, /* and there is no default */
    RUN_STUCK, /* an expression could not be evaluated (division by zero included) */
    RUN_OUT_OF_STEPS /* or out of time */
} run_end;

typedef struct run_input {
    const stmt *asked_by; /* the INPUT or HAVOC statement; NULL: a global without initial value, or a parameter of the entry */
    term value;
} run_input;
VEC_DECLARE(run_input_vec, run_input);

typedef struct interpreter interpreter; /* a run in progress, as a trace sees it */
/* The current value of a variable of the innermost activation, or of a global; TERM_NONE if it has none yet. */
term interpreter_value(const interpreter *i, term variable);
size_t interpreter_depth(const interpreter *i); /* activations; 1 in the entry procedure */
/* Of a place in the innermost activation: itself, or, if that is one of the library's, the call by which the program's own code has come there; *depth becomes that of the
 * activation that it is in. */
place interpreter_place_of_program(const interpreter *i, place at, size_t *depth);

typedef struct interpret_options {
    const term *inputs; /* values: of globals without initial value, parameters of the entry, then as INPUT and HAVOC statements ask */
    size_t n_inputs;
    /* When there are no more: a value of this sort and range (numerals or TERM_NONE); TERM_NONE ends the run. May be NULL: */
    term (*choose)(void *user, const stmt *asked_by, sort s, term low, term high); /* asked_by as in run_input */
    bool default_inputs; /* then the value of the range nearest to 0 (arrays: all 0) */
    bool record_unset; /* fill the result's `unset` */
    bool *reached; /* by goal id: becomes true where a run comes by a REACH, or violates a CHECK. May be NULL */
    size_t max_steps; /* statements; 0 = no limit */
    size_t rest_steps; /* if not 0: so many at most once a run has come by the REACH of `target` */
    goal target;
    limits limits;
    /* Called after every statement and when a branch is taken (stmt NULL). May be NULL. */
    void (*trace)(void *user, const interpreter *i, proc f, block b, const stmt *s);
    void *user;
} interpret_options;

/* What a NOTE says, and how many inputs had been used by then. */
typedef struct run_note {
    const stmt *by;
    int64_t value;
    size_t at;
} run_note;
VEC_DECLARE(run_note_vec, run_note);

typedef struct run_result {
    run_end end;
    goal goal;
    int64_t status;
    place place; /* of the last statement run */
    text output; /* what OUTPUT statements printed */
    run_input_vec used;
    run_note_vec notes;
    unset_list unset;
    size_t steps;
} run_result;
void run_result_init(run_result *r);
void run_result_release(run_result *r);

void interpret(const program *p, const interpret_options *options, run_result *out);

#endif
