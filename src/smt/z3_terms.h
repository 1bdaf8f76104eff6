#ifndef SMT_Z3_TERMS_H
#define SMT_Z3_TERMS_H

/* Terms to Z3 expressions and back, for smt_z3.c and the Spacer engine only. A bridge belongs to one Z3 context and one term
 * store and keeps a memo both ways. No function here recurses on the depth of a term. */

#include "term/term.h"

#include <z3.h>

typedef struct z3_terms z3_terms;

/* A context without Z3's own error exit: errors are recorded and asked for with Z3_get_error_code. It is reference counted
 * (Z3_mk_context_rc): every expression made here is kept alive by the bridge. */
Z3_context z3_terms_new_context(void);
z3_terms *z3_terms_new(term_store *ts, Z3_context z3);
void z3_terms_free(z3_terms *b); /* not the context */

Z3_sort z3_terms_sort(z3_terms *b, sort s);
/* TERM_BOUND becomes Z3's bound variable of the same index. NULL if Z3 refuses: Z3_get_error_code tells why. */
Z3_ast z3_terms_to_z3(z3_terms *b, term t);
/* Z3's solvers recurse on the depth of an expression: is t too deep for the stack of the thread that made the bridge? (16,000
 * levels with the usual 8 MB.) Such a term must not be given to a solver: Z3 would crash. */
bool z3_terms_is_too_deep(z3_terms *b, term t);
/* Drops memo entries (and references) when there are very many; expressions handed out before may be freed. */
void z3_terms_trim(z3_terms *b);

/* SORT_NONE, TERM_NONE if Z3's sort or expression has no counterpart here. Free constants become symbols of their name; a bound
 * variable becomes TERM_BOUND of the same index. */
sort z3_terms_sort_from(z3_terms *b, Z3_sort s);
term z3_terms_from_z3(z3_terms *b, Z3_ast e);
/* The same, with Z3's bound variable number i standing for by[i]. */
term z3_terms_from_z3_open(z3_terms *b, Z3_ast e, const term *by, size_t n);

#endif
