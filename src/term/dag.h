#ifndef TERM_DAG_H
#define TERM_DAG_H

/* Working on whole terms, without recursion. */

#include "base/map.h"
#include "term/term.h"

/* Appends every subterm of the roots, each once, arguments before the terms that have them. */
void dag_subterms(const term_store *ts, const term *roots, size_t n, term_vec *out);
size_t dag_size(const term_store *ts, term t); /* number of distinct subterms */
/* Appends the free symbols (TERM_SYM) of the roots, each once, in ascending order of id. */
void dag_symbols(const term_store *ts, const term *roots, size_t n, term_vec *out);
bool dag_has_symbol(const term_store *ts, term t, term symbol);
bool dag_has_kind(const term_store *ts, term t, term_kind k); /* of a subterm */
/* Appends the arguments if `t` is a conjunction, otherwise `t` itself (nothing if `t` is true). */
void dag_conjuncts(const term_store *ts, term t, term_vec *out);

/* Rewriting, bottom-up, each distinct subterm once. `step` says what becomes of t (a term of its sort), whose arguments have become `args`; TERM_NONE:
 * what it was, with these arguments. Steps may make terms. Quantified formulas are rewritten as any others. */
typedef term dag_map_fn(void *context, term t, const term *args);
term dag_map(term_store *ts, term root, dag_map_fn *step, void *context);

/* The same, where more has to be said. */
typedef struct dag_rules {
    /* Before t's arguments are looked at: a subterm of t, of which t becomes what that becomes; t, which then stays as it is; or TERM_NONE. May be
     * asked twice for the same t. NULL: always TERM_NONE. */
    term (*enter)(void *context, term t);
    dag_map_fn *step;
    void *context;
} dag_rules;
/* `memo`, term -> result, may be kept between calls if the rules depend on nothing that changes. */
term dag_map_with(term_store *ts, term root, const dag_rules *rules, u32_map *memo);

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
