#ifndef API_PARTS_H
#define API_PARTS_H

/* What is behind the types of latch.h, and what is made of its options. */

#include "encode/encode.h"
#include "front/smtlib/smtlib.h"
#include "front/while/ast.h"
#include "latch.h"
#include "pass/pass.h"
#include "solve/program_check.h"
#include "solve/program_test.h"
#include "solve/solve.h"

/* A Horn problem, or a program. */
struct latch_problem {
    term_store *terms;
    horn *horn; /* NULL if it is a program */
    smtlib_info info;
    program *program;
    while_program *tree; /* of a .while program; NULL of others */
    while_goals tree_goals; /* of it, for tests */
    program *quiet; /* the same where functions without a body change nothing, if there are such functions: its runs are easy to replay */
    text quiet_bitcode;
    text regions; /* of the program, for people */
    text bitcode; /* of the program, for replays */
    const char **files; /* of the program; the strings are owned, too */
    size_t n_files;
    const char **flags; /* for the compiler: the user's, and what the program turned out to need; the strings are owned, too */
    size_t n_flags;
    double load_seconds;
};

struct latch_result {
    const latch_problem *problem; /* borrowed */
    const program *program; /* that the outcome is about; NULL of a Horn problem */
    result result; /* of a Horn problem */
    program_outcome outcome; /* of a program */
    const char *engine;
    double seconds;
};

struct latch_tests {
    const latch_problem *problem; /* borrowed, like the options */
    const latch_options *options;
    test_outcome outcome;
    double seconds;
};

limits api_limits(const latch_options *o);
source_files api_source_files(const latch_problem *p, const latch_options *o);
program_source api_source(const latch_problem *p, const latch_options *o, sandbox_support *support);
solve_options api_solve_options(const latch_options *o);
const pass *api_pass(size_t i); /* as latch_pass_name counts them */
const char *api_parse_goals(const char *list, uint32_t *covers, const char **function);

/* ---- programs of the `while` language (while_runs.c) ---- */
latch_run api_run_tree(const latch_problem *p, const latch_options *options);
/* Is it a list of integers for latch_options.inputs? */
bool api_has_integers(const char *list);
/* The globals, as a run with these inputs finds them. */
void api_print_initial(text *out, const latch_problem *p, const term_vec *inputs);

#endif
