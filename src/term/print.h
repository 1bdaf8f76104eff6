#ifndef TERM_PRINT_H
#define TERM_PRINT_H

/* SMT-LIB text. Shared subterms are bound by `let`, so the text's size is linear in the DAG's. Parsing the text gives the
 * same term back. Symbols are quoted where SMT-LIB needs it. */

#include "base/text.h"
#include "term/term.h"

void print_term(text *out, const term_store *ts, term t);
void print_sort(text *out, const term_store *ts, sort s);
/* Declarations of all datatypes of the store. */
void print_datatypes(text *out, const term_store *ts);
/* Definitions of all floating-point operations (float.h) of the store, in the theory of floating point, for other solvers. */
void print_floats(text *out, const term_store *ts);
void print_symbol(text *out, const char *name);
/* For people: infix, C-like, `x >= y + 1 && !done`, `forall int k. k >= 0 && k < n ==> a[k] == 0`; no sharing. At most about `width` characters, then "..."; 0 = no limit. */
void print_term_infix(text *out, const term_store *ts, term t, size_t width);

#endif
