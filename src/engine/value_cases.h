#ifndef ENGINE_VALUE_CASES_H
#define ENGINE_VALUE_CASES_H

/* Vertices for single values. A label that excludes one value of an argument after the other does not converge, as every path has another one to exclude. So
 * engines whose vertices are applications of clauses (lawi, cegar) *split* an argument that is a state, i.e. has a few values only (horn/value_classes.h), once labels speak of
 * it: a vertex is then for one of its values, or for none of them. */

#include "horn/value_classes.h"

typedef struct value_argument {
    term_vec values; /* constants that it is set to or asked for, somewhere */
    bool is_state; /* it is only copied and compared with constants, and has a few values, more than two */
    bool is_split;
} value_argument;

typedef struct value_cases {
    const horn *h;
    value_argument **arguments; /* by predicate and number */
    bool *is_split; /* by predicate: an argument is */
} value_cases;

/* Without states. Borrowed: the problem. */
void value_cases_init(value_cases *v, const horn *h);
void value_cases_release(value_cases *v);
/* Finds out which arguments are states. */
void value_cases_find(value_cases *v);

/* Splits the states of p that the formula, over its parameters, speaks of. Returns whether there is a new one. */
bool value_cases_split(value_cases *v, pred p, term formula);
/* Does the formula speak of split arguments only? */
bool value_cases_is_only_about_split(const value_cases *v, pred p, term formula);
/* The case that the point (a value for each argument of p, or TERM_NONE) is in: `args` are p's arguments, or NULL for its parameters. */
term value_cases_of_point(const value_cases *v, pred p, const term_vec *point, const term *args);

#endif
