/* search.h: searches from the first element on. */

#define _GNU_SOURCE
#include "contract.h"

#include <search.h>
#include <string.h>

LATCH_LIBRARY void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *))
{
    for (size_t i = 0; i < *n; i++) {
        const char *element = (const char *)base + i * size;
        if (compare(key, element) == 0) return (void *)element;
    }
    return NULL;
}

LATCH_LIBRARY void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*compare)(const void *, const void *))
{
    void *found = lfind(key, base, n, size, compare);
    if (found) return found;
    void *end = (char *)base + *n * size;
    memcpy(end, key, size);
    ++*n;
    return end;
}
