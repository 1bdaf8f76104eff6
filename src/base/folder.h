#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

/* Folders that somebody else has filled: of any depth and size, unreadable, with links to anywhere. No link is followed. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Removes the folder and all that is in it; nobody else may be at work there. False if something is left: errno says why. */
bool folder_remove(const char *path);

typedef struct folder_size {
    size_t entries;
    uint64_t bytes; /* on the disk */
} folder_size;
/* What is in the folder. Stops counting beyond `most`, and returns false: there is more than that, or it is too deep or not readable. */
bool folder_measure(const char *path, const folder_size *most, folder_size *out);

#endif
