#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

/* Sequential programs with procedures: what front ends for languages produce, what the interpreter runs and `encode` turns
 * into Horn clauses.
 *
 * A variable is a symbol of the term store (TERM_SYM), known to one program. Globals are visible everywhere; parameters,
 * results and locals belong to one procedure, and every activation has its own. Expressions are terms over variables: integers are
 * mathematical integers (Int), memory regions are arrays from addresses to values (Array Int Int), conditions are Bool.
 *
 * A procedure is a graph of blocks. A block is a list of statements and then either the procedure's return or branches: each
 * has a condition, evaluated after the statements; the conditions of a block exclude each other, and a run for which none
 * holds ends there silently (an assumption failed, abort() was called). A statement means:
 *   ASSIGN  target := value                 INPUT   target := the next input of the run, within [low, high]; `name` tells who asks
 *   HAVOC   target := any value of its sort, within [low, high] if it is an Int with a range
 *   ASSUME  the run ends silently unless value holds
 *   CHECK   goal `goal` is violated unless value holds; the run goes on only if it holds
 *   CALL    the callee's parameters := args; run it; results := the callee's results
 *   OUTPUT  prints args by the printf format `name` (for the interpreter; without effect on the verdict)
 *   EXIT    the whole program ends with exit status `value`
 *   REACH   no effect: goal `goal`, a GOAL_COVER, is reached here, and the run goes on
 *   NOTE    no effect: the run's notes get `value` (Int) under `name`
 *   UNSET   no effect: memory, or a value from outside, that nothing has set appears here in the compiled program (unset_info)
 * Every statement knows its place in the source. Blocks that only front ends know to be unreachable are absent.
 *
 * Everything handed in is copied; names, places and arrays live as long as the program. The term store is borrowed. */

#include "base/arena.h"
#include "base/text.h"
#include "term/term.h"

typedef struct place {
    const char *file; /* NULL = unknown */
    uint32_t line, column;
    bool in_library; /* code of the C library: the place is where the program calls it */
} place;

typedef struct proc {
    uint32_t id;
} proc;
typedef struct block {
    uint32_t id; /* index in its procedure */
} block;
typedef struct goal {
    uint32_t id;
} goal;
#define PROC_NONE ((proc){UINT32_MAX})

typedef enum goal_kind {
    GOAL_ASSERT, GOAL_OVERFLOW, GOAL_DIV, GOAL_SHIFT, GOAL_BOUNDS, GOAL_POINTER, GOAL_LEAK, GOAL_UNINIT, GOAL_UNSIGNED, GOAL_CONVERSION, GOAL_ABORT,
    GOAL_LIMIT, GOAL_COVER, GOAL_KINDS
} goal_kind;
const char *goal_kind_name(goal_kind k); /* "assert", "overflow", ... as on the command line */
/* GOAL_LIMIT: the program comes to something that is not modelled; a run there shows nothing. */
static inline bool goal_kind_is_check(goal_kind k) { return k < GOAL_COVER; } /* what a run must never do; not: where tests should go */

/* What tests are made for, as a set: basic blocks, outcomes of branches, calls of a function, failing checks (which are goals anyway). A
 * block that one outcome of a branch alone leads to is one goal with it. */
enum { COVER_BLOCK = 1, COVER_BRANCH = 2, COVER_CALL = 4, COVER_ERROR = 8 };

typedef enum stmt_kind { STMT_ASSIGN, STMT_INPUT, STMT_HAVOC, STMT_ASSUME, STMT_CHECK, STMT_CALL, STMT_OUTPUT, STMT_EXIT, STMT_UNSET, STMT_REACH, STMT_NOTE } stmt_kind;

/* What a replay has to know of memory that nothing has set: unset_info.h. */
typedef struct unset_info unset_info;
typedef struct pointee pointee;

typedef struct stmt {
    stmt_kind kind;
    place place;
    term target; /* ASSIGN, INPUT, HAVOC */
    term value; /* ASSIGN, ASSUME, CHECK, EXIT, NOTE */
    term low, high; /* INPUT, HAVOC: numerals, or TERM_NONE */
    goal goal; /* CHECK, REACH */
    proc callee; /* CALL */
    const term *args; /* CALL, OUTPUT, UNSET: n_args terms */
    size_t n_args;
    const term *results; /* CALL: as many variables as the callee has results */
    size_t n_results;
    const char *name; /* INPUT: function that is called, or "local x" ...; OUTPUT: the format; NOTE: what it is about */
    const unset_info *unset; /* UNSET */
} stmt;

typedef struct branch {
    term condition;
    block target;
} branch;

/* What a variable is to the user. */
typedef struct var_info {
    term symbol;
    const char *name; /* in the source: "i", "p->next", "node.next"; NULL for a temporary */
    proc owner; /* PROC_NONE: a global */
    place place; /* of the declaration */
    uint32_t width; /* of an integer type, in bits; 0 if it is none (a memory region, a pointer) */
    bool is_signed;
    bool is_pointer;
    bool is_float; /* the bit pattern of a floating-point number of `width` bits (term/float.h) */
    uint64_t base, stride; /* a memory region that is one array: element k is at base + stride * k; stride 0: it is none */
    term low, high; /* every value it holds is within these numerals; TERM_NONE if there are no bounds */
} var_info;

typedef struct goal_info {
    goal_kind kind;
    const char *message; /* "assertion `x > 0' failed"; of a GOAL_COVER: "true", "case 3", "loop", ... */
    place place;
    place index; /* of an access to an element: where it is chosen, which is where a sanitizer may see that it is outside; or none */
    const char *stated; /* what the failing call itself says: "EXPRESSION at FILE:LINE" of __assert_fail(expression, file, line, function); or NULL */
    proc proc; /* PROC_NONE: a GOAL_COVER in a function that is never called */
    const char *function; /* GOAL_COVER: in the source */
    uint32_t covers; /* GOAL_COVER: set of COVER_... */
} goal_info;

/* The name of a HAVOC begins so where the real C library computes the value and the model does not; the function's name follows. */
#define PROGRAM_COARSE "library: "
/* The name of a HAVOC of what a function that nobody has seen may change. */
#define PROGRAM_UNSEEN "an unseen function"
/* The NOTE of the seed that srand gets. */
#define PROGRAM_SEED "seed"

/* Where main's arguments lie, for those who make some: `argv[i]` is an element at argv + i * pointer_bytes, of arrays from addresses to addresses or, byte
 * by byte, to bytes; its characters are elements of the arrays `texts`. An array may be among several of them. */
typedef struct argument_layout {
    term argc, argv;
    uint32_t pointer_bytes;
    int64_t vector, strings; /* where they can begin */
    term_vec words, bytes, texts;
} argument_layout;

typedef struct program program;

program *program_new(term_store *ts);
void program_free(program *p);
term_store *program_terms(const program *p);
/* NULL, or what is wrong: sorts, unknown variables, blocks out of range, arities of calls. */
const char *program_check(const program *p);

/* ---- building ---- */
/* A new variable: its symbol is fresh, named after `hint`. In the info, everything but `symbol` and `owner` is the caller's;
 * owner PROC_NONE makes a global. */
term program_add_var(program *p, const char *hint, sort s, const var_info *info);
/* Its bounds, as in the info. */
void program_set_range(program *p, term symbol, term low, term high);
/* Tells that the variable is one array. */
void program_set_elements(program *p, term symbol, uint64_t base, uint64_t stride);
/* A procedure: its parameters, results and locals are added as variables owned by it, before or after. Entry is block 0. */
proc program_add_proc(program *p, const char *name, place where);
void program_set_signature(program *p, proc f, const term *params, size_t n_params, const term *results, size_t n_results);
block program_add_block(program *p, proc f, place where);
void program_add_stmt(program *p, proc f, block b, const stmt *s);
void program_add_branch(program *p, proc f, block b, term condition, block target);
void program_set_return(program *p, proc f, block b); /* the block ends by returning */
goal program_add_goal(program *p, const goal_info *g);
void program_set_entry(program *p, proc f); /* where runs begin; its parameters are inputs, and so are globals without initial value */
/* The value a global has when the run begins; any value (within its bounds) if none is set. Terms are closed. */
void program_set_initial(program *p, term global, term value);
/* The verdict rests on this ("`foo` changes no memory"); each text is kept once. */
void program_add_assumption(program *p, place where, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A function that nobody has seen is called: an assumption ("`foo` is not seen: ..."), and the verdict depends on it by name. */
void program_add_unseen(program *p, place where, const char *name, const char *what);

/* Something that was asked for has not been made a goal ("dangling pointers are not checked"): a proof of all goals is then no proof that
 * the program is safe. The first one is kept. */
argument_layout *program_add_arguments(program *p, term argc, term argv, uint32_t pointer_bytes); /* to be filled */
void program_set_gap(program *p, place where, const char *what);
/* The same, and what is not known ("whether a weak symbol is defined") may lead runs elsewhere: no proof of a goal holds. */
void program_set_doubt(program *p, place where, const char *what);

/* What pointers from outside point to, for replays. Objects that are placed when they appear are between the two addresses (Int, over
 * globals). */
void program_set_pointees(program *p, const pointee *list, size_t n, term first, term last);

/* ---- looking ---- */
size_t program_proc_count(const program *p);
const char *program_proc_name(const program *p, proc f);
place program_proc_place(const program *p, proc f);
bool program_find_proc(const program *p, const char *name, proc *out);
const term_vec *program_params(const program *p, proc f);
const term_vec *program_results(const program *p, proc f);
const term_vec *program_locals(const program *p, proc f); /* all variables owned by f, parameters and results included */
const term_vec *program_globals(const program *p);
term program_initial(const program *p, term global); /* TERM_NONE if none */
size_t program_block_count(const program *p, proc f);
place program_block_place(const program *p, proc f, block b);
size_t program_stmt_count(const program *p, proc f, block b);
const stmt *program_stmt(const program *p, proc f, block b, size_t i);
size_t program_branch_count(const program *p, proc f, block b);
branch program_branch(const program *p, proc f, block b, size_t i);
bool program_is_return(const program *p, proc f, block b);
proc program_entry(const program *p);
size_t program_goal_count(const program *p);
const goal_info *program_goal(const program *p, goal g);
const var_info *program_var(const program *p, term symbol); /* NULL if it is no variable of the program */
size_t program_assumption_count(const program *p);
const pointee *program_pointees(const program *p, size_t *n, term *first, term *last);
const argument_layout *program_arguments(const program *p); /* NULL: main has no arguments, or nobody looks at them */
const char *program_gap(const program *p, place *where); /* NULL if there is none */
bool program_has_doubt(const program *p);
const char *program_assumption(const program *p, size_t i, place *where);
size_t program_unseen_count(const program *p); /* by name, each once */
const char *program_unseen(const program *p, size_t i);

void program_print(text *out, const program *p); /* for people and tests */

#endif
