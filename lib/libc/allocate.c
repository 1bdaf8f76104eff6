/* Allocation that is more than malloc: what malloc and free are is the front end's affair. */

#include "latch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A new object each time; the real one may return the old address, as malloc may return one that was freed. */
LATCH_LIBRARY void *realloc(void *old, size_t size)
{
    if (!old) return malloc(size);
    if (size == 0) {
        free(old);
        return NULL;
    }
    void *new = malloc(size);
    if (!new) return NULL;
    size_t kept = latch_heap_size(old);
    memcpy(new, old, kept < size ? kept : size);
    free(old);
    return new;
}

/* The same, but for the contents, which are any: where no assertion is checked, they matter little. */
LATCH_LIBRARY void *latch_c_realloc(void *old, size_t size)
{
    if (!old) return malloc(size);
    void *new = size > 0 ? malloc(size) : NULL;
    if (new || size == 0) free(old);
    return new;
}

LATCH_LIBRARY size_t malloc_usable_size(void *object)
{
    if (!object) return 0;
    size_t size = latch_any_ulong();
    latch_assume(size >= latch_heap_size(object));
    return size;
}

LATCH_LIBRARY int posix_memalign(void **where, size_t alignment, size_t size)
{
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *new = aligned_alloc(alignment, size);
    if (!new) return ENOMEM;
    *where = new;
    return 0;
}
