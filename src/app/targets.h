#ifndef APP_TARGETS_H
#define APP_TARGETS_H

/* Where results go. What cannot be written is refused before the work starts, and so is what would overwrite an input. */

#include "app/arguments.h"

/* Folders that were made for results. */
typedef struct targets {
    const char *folders[2]; /* of the arguments */
    size_t n_folders;
} targets;

/* False after saying what is wrong. To be released in either case. */
bool targets_init(targets *t, const arguments *a);
void targets_release(targets *t); /* removes the folders again where nothing came into them */

/* All or nothing. False after saying why. */
bool target_write(const char *path, const char *content);

#endif
