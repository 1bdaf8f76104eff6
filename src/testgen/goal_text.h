#ifndef TESTGEN_GOAL_TEXT_H
#define TESTGEN_GOAL_TEXT_H

/* Goals in words, with the source's own text where the files can be read. */

#include "program/program.h"

typedef struct goal_text goal_text; /* keeps the files that it has read */
goal_text *goal_text_new(const program *p);
void goal_text_free(goal_text *t);

/* "branch `x > 3` true", "block after `if`", "function `f`", "assertion `x' failed": without the place. */
void goal_text_print(goal_text *t, goal g, text *out);
/* "block", "branch", "block and branch", "call", "error" */
const char *goal_text_kind(const program *p, goal g);

#endif
