#ifndef FRONT_WHILE_TRANSLATE_H
#define FRONT_WHILE_TRANSLATE_H

/* `while` programs to the program representation.
 *
 * References need no memory. A procedure gets, for each reference formal f, an address and the value of the cell it refers to, and returns the value;
 * `*f := e` changes the values of all formals that have f's address. What an activation can reach is what its own formals refer to, and these
 * values are always up to date. Only whether two addresses of one activation are equal can be observed, so the address of a formal is the number of the
 * first formal of that call that refers to the same cell: different activations of a recursive procedure need no numbers of their own. */

#include "front/while/ast.h"
#include "program/program.h"

/* Goals for tests, a set of COVER_..., and where the tree has them (run.h). */
typedef struct while_goals {
    uint32_t covers;
    const char *called; /* COVER_CALL: of this procedure */
    uint32_t *of; /* by while_site; WHILE_NO_GOAL where there is none; owned */
    uint32_t final; /* of the program's final predicate */
} while_goals;
enum { WHILE_NO_GOAL = UINT32_MAX };
void while_goals_release(while_goals *g);

/* `goals` may be NULL: then assertions and the final predicate are the only ones; otherwise it is filled. */
program *while_translate(term_store *ts, const while_program *p, while_goals *goals);

/* Floor division, and 0 for a divisor of 0. */
term while_mk_div(term_store *ts, term a, term b);
/* The term of an expression over integers, or of a condition; variables as `leaf` says (DEREF: what the reference refers to), equality of references as
 * `same` says. */
typedef struct while_terms {
    term_store *ts;
    term (*leaf)(void *user, const while_expr *e);
    term (*same)(void *user, const while_var *f, const while_var *g);
    void *user;
} while_terms;
term while_mk_term(const while_terms *t, const while_expr *e);

#endif
