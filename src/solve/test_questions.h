#ifndef SOLVE_TEST_QUESTIONS_H
#define SOLVE_TEST_QUESTIONS_H

/* What other engines are asked about goals that are open, beside the search for tests. There are two lists of questions, which are asked side by
 * side. One is about all goals: all engines at once for a moment, one engine for most of the time, and in the end all again. The other is about those of a function,
 * one function after the other: such questions are small, as all that matters to other goals is left out; then about parts of what had no answer. */

#include "base/limits.h"
#include "program/program.h"

typedef struct test_question {
    uint32_t first, end; /* goals, from the first to before the end, as far as they are open */
    const char *engine; /* "auto": all */
    limits limits;
} test_question;

typedef struct test_questions test_questions;
test_questions *test_questions_new(const program *p, bool about_all); /* borrowed */
void test_questions_free(test_questions *q);

/* The next one. `is_open`: by goal. Of parts, and of all at first, engines may think for `patience` seconds. False if there are no more. */
bool test_questions_next(test_questions *q, const bool *is_open, double patience, const limits *limit, test_question *out);
/* The one that came last had no answer. Otherwise, as long as goals of it are open, it comes again. */
void test_questions_give_up(test_questions *q, const bool *is_open);

#endif
