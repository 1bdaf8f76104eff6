#ifndef APP_ARGUMENTS_H
#define APP_ARGUMENTS_H

/* The command line of `latch check`, taken apart. */

#include "latch.h"

#include <stdbool.h>

typedef struct arguments {
    const char **files; /* owned; the strings are not */
    size_t n_files;
    const char **compiler_flags; /* what follows `--`; owned likewise */
    size_t n_compiler_flags;
#define FLAG(field, name, help) bool field;
#define VALUE(field, name, argument, help) const char *field; /* NULL if not given */
#include "app/options.def"
#undef FLAG
#undef VALUE
    const char **no_passes; /* every --no-pass; owned */
    size_t n_no_passes;
    latch_options options; /* made of the above */
} arguments;

/* False after printing what is wrong to stderr. */
bool arguments_parse(arguments *a, int argc, char **argv);
void arguments_release(arguments *a);
void arguments_help(void); /* to stdout */

#endif
