#ifndef PROGRAM_SOURCE_FILES_H
#define PROGRAM_SOURCE_FILES_H

/* What a program is made from, for those who compile it again: replays, measured tests, the folder of a suite. All is borrowed. */

#include "base/text.h"

#include <stdint.h>

typedef struct source_files {
    const char *const *files;
    size_t n_files;
    const char *const *flags; /* the user's, for the compiler */
    size_t n_flags;
    uint32_t bits; /* 32 or 64 */
    const char *entry;
    const text *bitcode; /* prepared for a replay, or NULL */
} source_files;

#endif
