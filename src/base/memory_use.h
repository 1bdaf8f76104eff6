#ifndef BASE_MEMORY_USE_H
#define BASE_MEMORY_USE_H

/* How much memory processes use, as the system sees it. */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

size_t memory_resident(pid_t process); /* bytes that it has in memory; 0 if there is no such process */
/* The same, but a page that several processes have counts in each with its share only: these may be added up. Takes longer. */
size_t memory_share(pid_t process);
/* Whether the processes use more than `limit` bytes together. */
bool memory_exceeds(const pid_t *processes, size_t n, size_t limit);

#endif
