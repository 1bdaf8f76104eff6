#ifndef BASE_FILE_NAME_H
#define BASE_FILE_NAME_H

/* What the name of a file says of what is in it. */

#include <stdbool.h>
#include <string.h>

static inline bool file_name_ends_with(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);
    return n >= m && !strcmp(name + n - m, suffix);
}

#endif
