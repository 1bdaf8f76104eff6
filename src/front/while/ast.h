#ifndef FRONT_WHILE_AST_H
#define FRONT_WHILE_AST_H

/* Programs of the `while` language (docs/while.md) as trees: what is parsed, formatted, translated to a `program`, executed directly
 * (run.h), and what `slam` works on.
 *
 * A tree as the parser leaves it has names only. while_resolve finds what each name means and checks kinds; everybody else gets resolved
 * trees. A resolved tree never changes. It lives in the arena of its program.
 *
 * Meaning. Integers are mathematical. `a / b` is rounded towards minus infinity, and `a / 0` is 0: every expression has a value. Globals,
 * locals and what `havoc` leaves are any integers: inputs of the run. A reference formal (`out`, `ref`) refers to a local variable of one activation
 * of a procedure further out; every activation has its own variables, so references to the same local of two activations differ.
 * A procedure that ends without `return` returns 0. A run is bad if an assertion fails, or if main ends in a state that the final predicate
 * calls bad. Where an `assume` does not hold the run ends silently. */

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"

typedef struct while_expr while_expr;
typedef struct while_stmt while_stmt;
typedef struct while_proc while_proc;

typedef struct while_place {
    uint32_t line, column;
} while_place;

/* Comments before an item, and behind it on its last line; each with its `//`, separated by newlines. NULL: none. */
typedef struct while_comments {
    const char *before, *behind;
} while_comments;

typedef enum while_var_kind { WHILE_GLOBAL, WHILE_LOCAL, WHILE_VALUE, WHILE_OUT, WHILE_REF } while_var_kind;
typedef struct while_var {
    const char *name;
    while_var_kind kind;
    while_place place;
    uint32_t index; /* among the globals, or among the formals and locals of its procedure */
    while_proc *proc; /* NULL: a global */
    bool is_input; /* a local that may be read before it is written: its first value is an input (set by while_resolve) */
    uint32_t group; /* of locals and globals: those declared together have one number */
    while_comments comments;
} while_var;
static inline bool while_var_is_reference(const while_var *v) { return v->kind == WHILE_OUT || v->kind == WHILE_REF; }

typedef enum while_op {
    WHILE_NUMBER, WHILE_VARIABLE, WHILE_DEREF, /* of a reference formal */
    WHILE_NEGATE, WHILE_ADD, WHILE_SUB, WHILE_MUL, WHILE_DIV,
    WHILE_TRUE, WHILE_FALSE, WHILE_NOT, WHILE_AND, WHILE_OR,
    WHILE_EQ, WHILE_NE, WHILE_LT, WHILE_LE, WHILE_GT, WHILE_GE
} while_op;

typedef enum while_type { WHILE_INT, WHILE_BOOL, WHILE_REFERENCE } while_type;

struct while_expr {
    while_op op;
    while_place place;
    const char *text; /* NUMBER: the digits; VARIABLE, DEREF: the name */
    while_var *var; /* VARIABLE, DEREF, once resolved */
    while_expr *a, *b; /* operands; EQ and NE may compare two reference formals: both are VARIABLEs then */
    while_type type; /* once resolved */
};

typedef enum while_kind {
    WHILE_SKIP, WHILE_ASSIGN, WHILE_STORE, /* *f := e */
    WHILE_BLOCK, WHILE_IF, WHILE_LOOP, WHILE_CALL, WHILE_ASSERT, WHILE_ASSUME, WHILE_HAVOC, WHILE_RETURN
} while_kind;

struct while_stmt {
    while_kind kind;
    while_place place;
    uint32_t id; /* numbered in the order of the text, from 0 */
    const char *name; /* ASSIGN, STORE, HAVOC, CALL with a result: of the target; NULL otherwise */
    while_var *target;
    while_expr *value; /* ASSIGN, STORE; the condition of IF, LOOP, ASSERT, ASSUME; of RETURN, or NULL */
    while_stmt *first, *second; /* IF (second may be NULL); LOOP, BLOCK: first (of a BLOCK: the list's, or NULL) */
    while_stmt *next; /* in its BLOCK */
    const char *callee_name;
    while_proc *callee; /* CALL */
    while_expr **args;
    size_t n_args;
    while_comments comments;
    const char *last_comments; /* BLOCK: before its end */
};

struct while_proc {
    const char *name;
    while_place place;
    uint32_t index;
    while_var **vars; /* formals, then locals */
    size_t n_formals, n_vars;
    bool has_result;
    bool is_plain; /* the main statement without `main { }` */
    while_stmt *body; /* a BLOCK */
    while_comments comments;
};

typedef struct while_program {
    arena arena;
    const char *file;
    while_var **globals;
    size_t n_globals;
    while_proc **procs; /* main is the last one */
    size_t n_procs;
    while_expr *final; /* what holds at the end of main; NULL: there is no such property */
    bool final_is_bad; /* `bad final`; otherwise `ensure final` */
    while_place final_place;
    uint32_t n_stmts;
    while_comments final_comments;
    const char *last_comments; /* at the end of the file */
} while_program;

/* Parses and resolves. NULL and *error filled if it is no program. Numbers may have any length; expressions and statements are nested to a
 * limited depth. */
while_program *while_parse(const char *file, const char *bytes, size_t length, diag *error);
while_program *while_load(const char *path, diag *error); /* "-": standard input */
void while_free(while_program *p);
while_proc *while_find_proc(const while_program *p, const char *name); /* NULL: there is none */
static inline while_proc *while_main(const while_program *p) { return p->procs[p->n_procs - 1]; }

/* Names, kinds, arguments. False and *error filled at the first mistake. For while_parse. */
bool while_resolve(while_program *p, diag *error);

/* The text of a program in one layout. Parsed again it is the same tree, and printed again the same text. Comments stay. */
void while_format(text *out, const while_program *p);
void while_print_expr(text *out, const while_expr *e);
/* A simple statement, or the head of a compound one, on one line. */
void while_print_head(text *out, const while_stmt *s);

#endif
