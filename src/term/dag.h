#ifndef TERM_DAG_H
#define TERM_DAG_H

/* Working on whole terms, without recursion. */

#include "term/term.h"

/* Appends every subterm of the roots, each once, arguments before the terms that have them. */
void dag_subterms(const term_store *ts, const term *roots, size_t n, term_vec *out);
size_t dag_size(const term_store *ts, term t); /* number of distinct subterms */
/* Appends the free symbols (TERM_SYM) of the roots, each once, in ascending order of id. */
void dag_symbols(const term_store *ts, const term *roots, size_t n, term_vec *out);
bool dag_has_symbol(const term_store *ts, term t, term symbol);
/* Appends the arguments if `t` is a conjunction, otherwise `t` itself (nothing if `t` is true). */
void dag_conjuncts(const term_store *ts, term t, term_vec *out);

/* A simultaneous substitution of symbols by terms, with a memo kept between applications. */
typedef struct substitution substitution;
substitution *substitution_new(term_store *ts);
void substitution_free(substitution *s);
void substitution_clear(substitution *s);
/* `symbol` becomes `by` (same sort, no loose bound variables). Forgets the memo. */
void substitution_set(substitution *s, term symbol, term by);
/* What `symbol` becomes, or TERM_NONE. */
term substitution_get(const substitution *s, term symbol);
term substitution_apply(substitution *s, term t);
/* One-shot form. */
term dag_substitute(term_store *ts, term t, const term *symbols, const term *by, size_t n);

#endif
