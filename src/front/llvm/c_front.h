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
    bool strict; /* the verdict must not rest on code that was not seen */
    bool malloc_may_fail; /* otherwise that allocation never fails is an assumption */
    bool trace_library; /* runs that are shown go into functions of the C library, too */
    const char *const *flags; /* for the compiler */
    size_t n_flags;
    uint32_t checks; /* set of 1 << goal_kind: which kinds of goals to make */
    uint32_t covers; /* set of COVER_...: make such goals too, and have the replay's bitcode tell which ones a run covers */
    const char *covered_call; /* COVER_CALL: of this function */
    const char *library; /* bitcode to take instead of the built-in C library; NULL: that one */
    bool unseen_is_pure; /* functions without a body return any value and change nothing; otherwise see unseen.h */
    bool is_gnu89; /* -fgnu89-inline is one of the flags */
    bool *lacks_inline; /* if not NULL: set if that flag would define a function that is called; it is an error without (undefined_inline.h) */
    limits limits;
    text *regions; /* if not NULL: gets the memory regions, for people */
    text *replay; /* if not NULL: gets the bitcode of the program with calls of a replay's harness in it (instrument.h) */
} c_front_options;

/* NULL and *error filled if the files are no program. What cannot be modelled exactly is an assumption of the program, with its place;
 * what can lead to a wrong verdict (threads, inline assembly, longjmp) is refused. */
program *c_front_load(term_store *ts, const char *const *files, size_t n, const c_front_options *options, diag *error);

#endif
