#ifndef FRONT_SMTLIB_SCRIPT_H
#define FRONT_SMTLIB_SCRIPT_H

/* A script that is being read: what its commands have declared, and what they assert. Formulas become clauses when it is over (smtlib_parse), or
 * whenever a question is asked (reader.c). */

#include "front/smtlib/parser.h"
#include "front/smtlib/smtlib.h"

typedef struct assertion {
    term formula;
    uint32_t line, column;
} assertion;
VEC_DECLARE(assertion_vec, assertion);

typedef struct place {
    uint32_t line, column;
} place;

typedef struct script {
    parser parser;
    place start; /* of the current command */
    assertion_vec assertions;
    smtlib_info info;
    bool is_checked; /* (check-sat) was there */
    bool has_query;
    bool is_over; /* (exit) was there */
} script;

void script_init(script *s, term_store *ts, const char *file, const char *bytes, size_t length, diag *error);
/* Hands over the problem: the caller frees it. */
horn *script_release(script *s);
/* Reads one command; the next token is its '('. */
bool script_command(script *s);
/* Adds clauses to h, which has the predicates of the script's problem, for the assertions and `others` (may be NULL). */
bool script_make_clauses(script *s, horn *h, const assertion_vec *others);

#endif
