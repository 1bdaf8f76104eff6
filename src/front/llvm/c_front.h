#ifndef FRONT_LLVM_C_FRONT_H
#define FRONT_LLVM_C_FRONT_H

/* C programs to the program representation. See docs/c.md for the meaning of C that it gives. */

#include "base/diag.h"
#include "base/limits.h"
#include "program/program.h"

typedef struct c_front_options {
    uint32_t bits; /* 32 or 64 */
    const char *entry; /* "main" */
    const char *input_globals; /* comma-separated: variables that hold any value at the start, whatever the source says; or NULL */
    const char *const *flags; /* for the compiler */
    size_t n_flags;
    uint32_t checks; /* set of 1 << goal_kind: which kinds of goals to make */
    uint32_t covers; /* set of COVER_...: make such goals too, and have the replay's bitcode tell which ones a run covers */
    const char *covered_call; /* COVER_CALL: of this function */
    limits limits;
    text *regions; /* if not NULL: gets the memory regions, for people */
    text *replay; /* if not NULL: gets the bitcode of the program with calls of a replay's harness in it (instrument.h) */
} c_front_options;

/* NULL and *error filled if the files are no program. What cannot be modelled exactly is an assumption of the program, with its place;
 * what can lead to a wrong verdict (threads, inline assembly, longjmp) is refused. */
program *c_front_load(term_store *ts, const char *const *files, size_t n, const c_front_options *options, diag *error);

#endif
