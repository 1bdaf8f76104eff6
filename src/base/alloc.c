#include "base/alloc.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void out_of_memory(size_t size)
{
    fprintf(stderr, "latch: out of memory (%zu bytes asked for)\n", size);
    abort();
}

void *alloc_bytes(size_t size)
{
    void *p = malloc(size ? size : 1);
    if (!p) out_of_memory(size);
    return p;
}

void *alloc_zeroed(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size ? size : 1);
    if (!p) out_of_memory(count * size);
    return p;
}

void *alloc_resize(void *old, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) out_of_memory(SIZE_MAX);
    size_t bytes = count * size;
    void *p = realloc(old, bytes ? bytes : 1);
    if (!p) out_of_memory(bytes);
    return p;
}

char *alloc_string(const char *text, size_t length)
{
    char *copy = alloc_bytes(length + 1);
    if (length) memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

_Noreturn void alloc_contract_broken(const char *function, const char *condition)
{
    fprintf(stderr, "latch: %s called against its contract: %s\n", function, condition);
    abort();
}
