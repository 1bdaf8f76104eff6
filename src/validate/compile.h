#ifndef VALIDATE_COMPILE_H
#define VALIDATE_COMPILE_H

/* The system's compiler, for a user's program and the harnesses that feed it. */

#include "base/limits.h"
#include "base/text.h"
#include "base/vec.h"

VEC_DECLARE(string_vec, const char *);

typedef struct compile_request {
    uint32_t bits;
    const char *const *flags; /* the user's */
    size_t n_flags;
    const char *sanitizer; /* an option, or NULL */
    const char *const *files;
    size_t n_files;
    const char *output;
    bool is_object; /* not a whole program */
    bool is_text; /* only preprocessed */
    limits limits;
} compile_request;

/* The options for everything that is compiled. Locals that are never set are 0, so that a run can be repeated. */
void compile_fixed_options(string_vec *args, uint32_t bits);
/* The command line, `compiler` first. */
void compile_arguments(string_vec *args, const compile_request *q, const char *compiler);
/* False, and *why filled, if it was not compiled; `said` (initialised) gets what the compiler said. */
bool compile_run(const compile_request *q, text *said, text *why);

/* Functions without a body that give no input do nothing, and what they return does not matter: appends definitions of those that the linker
 * missed. True if there are any. What the C library has is never one of them: a stub of sqrt would confirm nonsense. */
bool compile_add_stubs(text *harness, const char *said);

/* A word of a shell script, and a space. */
void compile_print_quoted(text *out, const char *word);

#endif
