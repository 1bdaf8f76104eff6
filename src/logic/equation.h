#ifndef LOGIC_EQUATION_H
#define LOGIC_EQUATION_H

/* Literals as definitions:  x = t. */

#include "term/term.h"

/* symbol = value, the symbol not in the value. */
typedef struct definition {
    term symbol, value;
} definition;

/* Is `candidate`, a symbol, to be defined rather than `best` (TERM_NONE: nothing yet)? */
typedef bool equation_better_fn(void *context, term candidate, term best);

/* Solves the literal for the best of the symbols for which that is possible: the literal holds if and only if symbol = value does. These are a symbol
 * on one side of an equation and not on the other, one of a linear equation with a coefficient that can be divided by (of Int 1 or -1), and
 * one that is a literal by itself. False if there is none. */
bool equation_define(term_store *ts, term literal, equation_better_fn *is_better, void *context, definition *out);

/* t such that the literal holds if and only if symbol = t does; TERM_NONE if that is not found. */
term equation_solve_for(term_store *ts, term literal, term symbol);

#endif
