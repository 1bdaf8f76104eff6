#ifndef FRONT_WHILE_RUN_H
#define FRONT_WHILE_RUN_H

/* Executes the tree of a `while` program as its meaning is written in ast.h: variables are cells, references point to cells. It shares
 * nothing with the translation (translate.h) and the interpreter of its result but the order of the inputs, so that each checks the other. */

#include "base/limits.h"
#include "front/while/ast.h"
#include "base/rat.h"

/* Inputs are taken in this order: the globals, in the order of declaration; then, when a procedure is entered, those of its locals that are
 * inputs (while_var.is_input), in the order of declaration; then as `havoc` asks. When there are no more they are 0. */
typedef enum while_end { WHILE_ENDED, WHILE_FAILED, WHILE_BLOCKED, WHILE_STOPPED } while_end; /* FAILED: it is bad; BLOCKED: an assumption does not hold; STOPPED: out of steps, time or depth */

/* What a run comes by, by id of the statement and way: the outcomes of an `if` or a loop, and where something is: a call, a procedure's body, an assertion that fails. */
typedef enum while_way { WHILE_WAY_NO, WHILE_WAY_YES, WHILE_WAY_HERE, WHILE_WAYS } while_way;
static inline size_t while_site(const while_stmt *s, while_way way) { return (size_t)s->id * WHILE_WAYS + way; }

typedef struct while_run_options {
    const rat *inputs;
    size_t n_inputs;
    size_t max_steps; /* 0: no limit */
    limits limits;
    bool *seen; /* if not NULL: by while_site; becomes true */
    text *trace; /* if not NULL: gets a line for every step that changes something */
} while_run_options;

typedef struct while_run_result {
    while_end end;
    while_place place; /* of the failing assertion or the final property; where it stopped */
    text state; /* of main at the end: `x = 1` lines: globals, then main's locals */
    size_t n_used; /* inputs asked for */
    size_t steps;
} while_run_result;
void while_run_result_init(while_run_result *r);
void while_run_result_release(while_run_result *r);

void while_run(const while_program *p, const while_run_options *options, while_run_result *out);

#endif
