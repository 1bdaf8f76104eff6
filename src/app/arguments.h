#ifndef APP_ARGUMENTS_H
#define APP_ARGUMENTS_H

/* The command line of `latch check` and its kin, taken apart. */

#include "latch.h"

#include <stdbool.h>

/* The commands that an option belongs to, as a set. FOR_ALL: those that may be about C programs. */
enum { FOR_CHECK = 1, FOR_RUN = 2, FOR_TEST = 4, FOR_REPLAY = 8, FOR_ALL = 15, FOR_SESSION = 16 };

typedef struct arguments {
    const char **files; /* owned; the strings are not */
    size_t n_files;
    const char **compiler_flags; /* -I and its kin, then what follows `--`; owned likewise */
    size_t n_compiler_flags;
#define FLAG(field, name, commands, help) bool field;
#define VALUE(field, name, argument, commands, help) const char *field; /* NULL if not given */
#include "app/options.def"
#undef FLAG
#undef VALUE
    const char **no_passes; /* every --no-pass; owned */
    size_t n_no_passes;
    latch_options options; /* made of the above */
} arguments;

/* `engine` is the one if the user names none; NULL: auto. False after printing what is wrong to stderr. */
bool arguments_parse(arguments *a, unsigned command, const char *engine, int argc, char **argv);
void arguments_release(arguments *a);
void arguments_help(unsigned command, unsigned without); /* its options, but for those of others, to stdout */

#endif
