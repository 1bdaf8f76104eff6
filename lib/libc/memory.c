/* Blocks of bytes: the mem* functions of string.h, and their older names. */

#define _GNU_SOURCE
#include "contract.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

LATCH_LIBRARY void *latch_c_memcpy(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

LATCH_LIBRARY void *latch_c_memmove(void *to, const void *from, size_t n)
{
    char *target = to;
    const char *source = from;
    if (target < source) {
        for (size_t i = 0; i < n; i++) target[i] = source[i];
    } else {
        for (size_t i = n; i > 0; i--) target[i - 1] = source[i - 1];
    }
    return to;
}

LATCH_LIBRARY void *latch_c_memset(void *to, int c, size_t n)
{
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = (char)c;
    return to;
}

LATCH_LIBRARY int latch_c_memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < n; i++) {
        if (left[i] != right[i]) return any_int_of_sign(left[i] < right[i]);
    }
    return 0;
}

LATCH_LIBRARY void *memchr(const void *bytes, int c, size_t n)
{
    const char *from = bytes;
    for (size_t i = 0; i < n; i++) {
        if (from[i] == (char)c) return (void *)(from + i);
    }
    return NULL;
}

LATCH_LIBRARY void *memrchr(const void *bytes, int c, size_t n)
{
    const char *from = bytes;
    for (size_t i = n; i > 0; i--) {
        if (from[i - 1] == (char)c) return (void *)(from + i - 1);
    }
    return NULL;
}

LATCH_LIBRARY void *rawmemchr(const void *bytes, int c)
{
    const char *from = bytes;
    size_t i = 0;
    while (from[i] != (char)c) i++;
    return (void *)(from + i);
}

LATCH_LIBRARY void *memccpy(void *to, const void *from, int c, size_t n)
{
    char *target = to;
    const char *source = from;
    for (size_t i = 0; i < n; i++) {
        target[i] = source[i];
        if (source[i] == (char)c) return target + i + 1;
    }
    return NULL;
}

LATCH_LIBRARY void *mempcpy(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
    return (char *)to + n;
}

LATCH_LIBRARY void *memmem(const void *text, size_t size, const void *part, size_t part_size)
{
    const char *from = text;
    for (size_t i = 0; part_size <= size && i <= size - part_size; i++) {
        if (memcmp(from + i, part, part_size) == 0) return (void *)(from + i);
    }
    return NULL;
}

LATCH_LIBRARY void *memfrob(void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) ((char *)bytes)[i] ^= 42;
    return bytes;
}

LATCH_LIBRARY void explicit_bzero(void *bytes, size_t n) { memset(bytes, 0, n); }
LATCH_LIBRARY void bzero(void *bytes, size_t n) { memset(bytes, 0, n); }
LATCH_LIBRARY void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }

LATCH_LIBRARY int bcmp(const void *a, const void *b, size_t n)
{
    if (memcmp(a, b, n) == 0) return 0;
    return any_int_of_sign(latch_any_bool());
}

/* Of an odd number of bytes the last one stays where it is. */
LATCH_LIBRARY void swab(const void *from, void *to, ssize_t n)
{
    const char *source = from;
    char *target = to;
    for (ssize_t i = 0; i + 1 < n; i += 2) {
        char first = source[i];
        target[i] = source[i + 1];
        target[i + 1] = first;
    }
}

LATCH_LIBRARY void *reallocarray(void *block, size_t n, size_t size)
{
    if (size > 0 && n > SIZE_MAX / size) {
        latch_errno = ENOMEM;
        return NULL;
    }
    return realloc(block, n * size);
}

/* With _FORTIFY_SOURCE. What is too large for its target is an access outside of it here, and ends the program there. */
void *__memcpy_chk(void *to, const void *from, size_t n, size_t size);
LATCH_LIBRARY void *__memcpy_chk(void *to, const void *from, size_t n, size_t size)
{
    (void)size;
    return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t size);
LATCH_LIBRARY void *__memmove_chk(void *to, const void *from, size_t n, size_t size)
{
    (void)size;
    return memmove(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size);
LATCH_LIBRARY void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size)
{
    (void)size;
    return mempcpy(to, from, n);
}

void *__memset_chk(void *to, int c, size_t n, size_t size);
LATCH_LIBRARY void *__memset_chk(void *to, int c, size_t n, size_t size)
{
    (void)size;
    return memset(to, c, n);
}

void __explicit_bzero_chk(void *bytes, size_t n, size_t size);
LATCH_LIBRARY void __explicit_bzero_chk(void *bytes, size_t n, size_t size)
{
    (void)size;
    memset(bytes, 0, n);
}
