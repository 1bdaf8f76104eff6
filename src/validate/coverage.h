#ifndef VALIDATE_COVERAGE_H
#define VALIDATE_COVERAGE_H

/* What tests do with the compiled program: the goals that each of them covers are measured, not computed.
 *
 * The program is compiled once, from the bitcode that the front end has prepared (front/llvm/instrument/instrument.h), with a harness that reads the
 * inputs of a run from a table. Goals are marked in a file that is mapped into memory, so that they are known however the run ends. The C
 * files that become of tests are linked with the bitcode, or with the user's own sources, to see that they do the same. */

#include "base/limits.h"
#include "base/process.h"
#include "program/source_files.h"

#include <stdint.h>

typedef struct coverage_source {
    source_files code; /* with the bitcode */
    size_t n_goals;
    const sandbox_support *confine; /* all runs; NULL: they are not confined */
} coverage_source;

typedef struct coverage coverage;
/* The source is borrowed. NULL, and *why filled, if the bitcode cannot be compiled and linked. */
coverage *coverage_new(const coverage_source *source, const limits *limit, text *why);
void coverage_free(coverage *c);

typedef struct coverage_run {
    const char *const *args; /* of the program, besides its name */
    size_t n_args;
    double seconds; /* at most */
    bool *covered; /* by goal: becomes true where it is covered. NULL: that is not of interest */
    process_result how; /* out */
} coverage_run;

/* The run with this table (harness.h). False, and *why filled, if it could not be started. */
bool coverage_measure(coverage *c, const text *table, const limits *limit, coverage_run *run, text *why);

/* Links a test, a C file, with the bitcode, or with the user's sources, and runs it. The test gets definitions for functions that the program
 * calls and nobody has. Nothing is covered with the user's sources. False, and *why filled, if it could not be compiled or started. */
bool coverage_try(coverage *c, text *test, bool with_sources, const limits *limit, coverage_run *run, text *why);

/* "exit status 0", "signal 11 (Segmentation fault)", "a violated assertion": how it has ended, for people. */
void coverage_describe(process_result how, text *out);

#endif
