#include "driver.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

EXACT(realloc)
{
    size_t size = any_size(), next = any_size();
    char *old = any_bool() ? malloc(size) : NULL;
    const char *content = any_bytes(size);
    if (old) memcpy(old, content, size);
    char *new = f(old, next);
    see(new != NULL);
    if (new) see_bytes(new, old && size < next ? size : old ? next : 0);
    free(new);
}

EXACT(posix_memalign)
{
    static const size_t ALIGNMENTS[] = {0, 1, 3, 4, 8, 16, 24, 64, 4096};
    void *p = NULL;
    size_t alignment = ALIGNMENTS[any_between(0, 8)], size = any_size();
    int result = f(&p, alignment, size);
    see(result);
    see(p != NULL);
    if (p) see((uintptr_t)p % alignment == 0), memset(p, 1, size);
    free(p);
}

CONTRACT(malloc_usable_size)
{
    void *p = any_bool() ? malloc(any_size()) : NULL;
    size_t size = f(p);
    if (p) choose((long long)size);
    see(p ? size >= malloc_usable_size(p) : size);
    free(p);
}
