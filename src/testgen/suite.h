#ifndef TESTGEN_SUITE_H
#define TESTGEN_SUITE_H

/* A test suite: tests, and what is known of each goal. Everything that it says of tests has been measured with the compiled program. */

#include "base/diag.h"
#include "program/program.h"
#include "program/source_files.h"

typedef enum goal_status {
    GOAL_IS_OPEN,
    GOAL_IS_REACHED, /* by a test */
    GOAL_IS_UNREACHABLE, /* proved */
    GOAL_IS_NOT_CALLED /* unreachable because its function is never called */
} goal_status;
const char *goal_status_name(goal_status s);

/* A value that a function returned, or that a parameter had. */
typedef struct test_value {
    const char *name;
    term value; /* an Int numeral */
    uint32_t width;
    bool is_signed, is_pointer, is_float; /* is_float: the value is its bit pattern */
} test_value;
VEC_DECLARE(test_value_vec, test_value);
void test_value_print(text *out, const term_store *ts, const test_value *v); /* a number; of floating point, with digits behind the point */

typedef struct test {
    test_value_vec values; /* in the order of the run */
    text source; /* of a `while` program: the inputs, with commas between them. Otherwise a C file that feeds the program; it is linked with the user's sources, or with the program's bitcode if it needs more */
    bool is_plain; /* the former */
    text plain; /* what the former would be, if it has not been tried yet; otherwise empty */
    char **args; /* of the program; owned */
    size_t n_args;
    int status; /* as a shell sees it */
    char *end; /* the same for people */
    bool fails; /* it ends with a failed assertion */
    bool *covered; /* by goal */
} test;
VEC_DECLARE(test_vec, test);

typedef struct suite {
    const program *program; /* borrowed */
    bool *is_wanted; /* by goal */
    goal_status *status; /* by goal */
    test_vec tests;
} suite;
void suite_init(suite *s, const program *p);
void suite_release(suite *s);
size_t suite_count(const suite *s, goal_status status);
void test_release(test *t);

/* Leaves out tests that cover nothing that the others do not cover, smaller ones being kept. */
void suite_minimise(suite *s);

/* How the folder's files tell where they come from. */
typedef struct suite_origin {
    const char *version; /* of Latch */
    source_files code;
    uint32_t covers;
    const char *covered_call;
    bool is_tree; /* a `while` program: tests are lists of inputs, and `latch run` runs them */
    const char *const *compiler; /* the fixed part of the compiler's command line, without the compiler */
    size_t n_compiler;
} suite_origin;

/* Of a `while` program writes test-N.inputs, run-tests.sh and goals.csv to a folder; of others metadata.xml, testcase-N.xml, test-N.c, run-tests.sh, goals.csv (and program.bc, if a test needs it). The folder is made if it
 * is not there; files of an earlier suite there are removed. */
bool suite_write(const suite *s, const suite_origin *origin, const char *folder, diag *error);

#endif
