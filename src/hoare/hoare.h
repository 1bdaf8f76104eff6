#ifndef HOARE_HOARE_H
#define HOARE_HOARE_H

/* Hoare proof outlines of `while` programs, and a checker of them that shares no code with what makes them: it executes statements forwards on symbolic
 * states and asks a fresh solver for every implication.
 *
 * An outline has two views of each procedure p. Over the state of p at its entry, and ghosts g' for what it leaves behind (globals, *f, result):
 *   may_end   over-approximates the pairs of an entry state and what p leaves:   {not may_end} p {what it leaves is not the ghosts}
 *   may_fail  over-approximates the entry states from which an assertion fails:  {not may_fail} p {true}, and no assertion fails
 * and each loop has an invariant in either view: `not may[view]` at its head. Of main there is one view, HOARE_FAILS: its ends that the final predicate calls bad
 * fail, too, and may_fail must be unsatisfiable. */

#include "base/limits.h"
#include "front/while/ast.h"
#include "term/term.h"

typedef enum hoare_view { HOARE_ENDS, HOARE_FAILS, HOARE_VIEWS } hoare_view;

/* The symbols of a procedure's state. */
typedef struct hoare_scope {
    const while_proc *proc;
    term *values; /* by index of the variable: its value; of a reference f: that of *f */
    term *same; /* [i * n_vars + j], i < j: Bool, the references i and j are equal; TERM_NONE if one is no reference */
    term result; /* TERM_NONE if there is none */
    term_vec outs; /* what it leaves behind: the globals, *f of each reference, the result */
    term_vec ghosts; /* one for each of these */
} hoare_scope;

typedef struct hoare_outline {
    term_store *ts;
    const while_program *program;
    term *globals;
    hoare_scope *scopes; /* by procedure */
    term *may[HOARE_VIEWS]; /* by id of the statement: of loops */
    term *may_begin[HOARE_VIEWS]; /* by procedure: may_end, may_fail */
    const bool *known; /* by id of the statement, the final predicate being the last one: it is known to fail, and so holds here or ends the run. NULL: none is */
} hoare_outline;
void hoare_outline_init(hoare_outline *o, term_store *ts, const while_program *p); /* makes the symbols; nothing may happen */
void hoare_outline_release(hoare_outline *o);
/* Is it to be proved that the assertion (NULL: the final predicate) cannot fail? */
static inline bool hoare_is_goal(const hoare_outline *o, const while_stmt *s) { return !o->known || !o->known[s ? s->id : o->program->n_stmts]; }
/* f = g; f, g of the same procedure. */
term hoare_same(const hoare_outline *o, const while_var *f, const while_var *g);
/* Equality of references is transitive, and what equal ones refer to is equal. */
term hoare_background(const hoare_outline *o, const while_proc *p);

/* NULL if the outline proves that no run is bad; otherwise what does not hold, or was not decided within the limits. */
const char *hoare_check(const hoare_outline *o, const limits *limit);

#endif
