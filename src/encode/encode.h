#ifndef ENCODE_ENCODE_H
#define ENCODE_ENCODE_H

/* Programs to Horn clauses, and answers back to programs.
 *
 * Each procedure f has, over its parameters and the globals that matter to it or to what it calls (liveness.h):
 *   entry   E_f(in)             f is called with these values in a run from the program's entry
 *   point   P_l(in, state)      ... and gets to location l with this state (only what is live at l)
 *   exit    S_f(in, out)        ... and returns with these results and globals (a summary)
 * A call of g at l gives  P_l & args => E_g(args)  and  P_l & S_g(args, out) => P_l'. The entry procedure's E is a fact over the
 * globals' initial values. A CHECK gives a query  P_l & not condition => false, a REACH  P_l => false. Recursion needs nothing special.
 * A procedure that is not called needs no exit, and its points no `in`. What f never changes is the same in `in` and in the
 * state, and is an argument once. A global that nothing changes is no argument at all: its initial value stands for it.
 *
 * Locations are cut points: with small blocks every block's start (and the points before and after calls), with large blocks only
 * loop heads, and the points before calls that are not inlined; what lies between is acyclic and becomes one constraint for
 * each pair of cut points: a condition for each block on the way, values merged by if-then-else, both as shared terms. Very large
 * procedures have more cut points, so that encoding takes linear time (cut_points.h).
 * Procedures that are not recursive are inlined, each everywhere or nowhere, while the whole stays under `inline_limit`
 * statements and blocks (0: none is).
 *
 * Variables of the program stand in clauses for their values at the start of a segment. What is read before it is written has any
 * value of its range; the interpreter takes 0. Predicates are called `f@entry`, `f@exit`,
 * `f@LINE` (f is the procedure in the source, also for an inlined copy), with `#2`, `#3` ... where that is not unique. A query has
 * the line of its goal, and 1 + its id as a tag; another clause has the line of the place it starts from. */

#include "base/limits.h"
#include "horn/horn.h"
#include "horn/result.h"
#include "program/program.h"

typedef struct encode_options {
    bool large_blocks;
    size_t inline_limit;
    const bool *skip_goals; /* by goal id, or NULL: goals to leave out; what is checked then holds or ends the run */
    limits limits;
} encode_options;

typedef struct encoding encoding;
/* NULL if the limits were over. The program must outlive the encoding. */
encoding *encode_program(const program *p, const encode_options *options);
void encoding_free(encoding *e);
const horn *encoding_horn(const encoding *e);
/* Leaves out these goals (by id) from now on, as skip_goals does. Clauses have other numbers then. */
void encoding_drop_goals(encoding *e, const bool *dropped);

/* From a derivation of encoding_horn: the violated goal, and the inputs of the run that violates it, in the order in which the
 * interpreter asks for them (globals without initial value, parameters of the entry procedure, then INPUT and HAVOC statements). False if a value cannot be
 * evaluated. */
bool encoding_run(const encoding *e, const derivation *d, goal *violated, term_vec *inputs);

/* Where goals are: a problem over the same predicates, each clause of which is a query that a run gets to the place of a goal at all. A model
 * of encoding_horn in which all queries of a goal hold shows that the goal's place is unreachable code. The place of a CHECK that never
 * holds (a call of a function that reports failure) is the decision that leads to it. False: it is not known which one that is. */
bool encoding_has_place(const encoding *e, goal g);
const horn *encoding_places(const encoding *e);
goal encoding_place_goal(const encoding *e, size_t i); /* that the i-th clause is about */

/* From a model: what it says at loop heads, procedure entries and exits, over the program's variables. An inlined procedure has no
 * entry and exit any more. Its loops have one annotation each, for all copies together; it may speak about variables of the
 * procedures that call it, as they are in the innermost activation of each. */
typedef struct annotation {
    enum { AT_ENTRY, AT_LOOP, AT_EXIT } kind;
    proc proc;
    place place;
    term formula; /* over the program's variables; the value of a parameter or global at entry is a symbol of its own */
} annotation;
VEC_DECLARE(annotation_vec, annotation);
void encoding_annotate(const encoding *e, const model *m, annotation_vec *out);
/* What a predicate of encoding_horn is about, for those who make a model themselves. An argument is the value of a variable at the entry of the procedure, here,
 * or both (it has not changed). AT_LOOP stands for points before calls, too: their place is that of the call. At an exit, `here` are results and globals. */
typedef struct encoding_arg {
    term variable;
    bool at_entry, here;
} encoding_arg;
VEC_DECLARE(encoding_arg_vec, encoding_arg);
typedef struct encoding_pred {
    int kind; /* AT_ENTRY, ... */
    proc proc;
    place place;
    encoding_arg_vec args;
} encoding_pred;
void encoding_describe(const encoding *e, pred p, encoding_pred *out); /* out->args: empty before, released by the caller */

/* The variable that a symbol in an annotation stands for the value at entry of; TERM_NONE if it is a variable itself. `at_entry_of`
 * (may be NULL) gets the procedure: the annotation's own, or at a loop inside an inlined copy the one that the copy is in. */
term encoding_old_value_of(const encoding *e, term symbol, proc *at_entry_of);

#endif
