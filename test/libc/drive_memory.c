#include "driver.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

EXACT_AS(latch_c_memcpy, memcpy)
{
    size_t n = any_size();
    void *to = room(n);
    see_pointer(f(to, any_bytes(n), n));
}

/* Two places in one block, that overlap or do not. */
EXACT_AS(latch_c_memmove, memmove)
{
    size_t n = any_size();
    char *bytes = any_bytes(n);
    size_t length = (size_t)any_between(0, (int)n);
    char *to = bytes + any_between(0, (int)(n - length)), *from = bytes + any_between(0, (int)(n - length));
    see_pointer(f(to, from, length));
}

EXACT_AS(latch_c_memset, memset)
{
    size_t n = any_size();
    see_pointer(f(room(n), any_int(), n));
}

/* Blocks that are mostly equal. */
static char *similar_bytes(const char *bytes, size_t n)
{
    char *others = copy_of_bytes(bytes, n);
    if (n > 0 && any_bool()) others[any_between(0, (int)n - 1)] = (char)any_byte();
    return others;
}

CONTRACT_AS(latch_c_memcmp, memcmp)
{
    size_t n = any_size();
    const char *a = any_bytes(n), *b = similar_bytes(a, n);
    see_order(f(a, b, n));
}

CONTRACT(bcmp)
{
    size_t n = any_size();
    const char *a = any_bytes(n), *b = similar_bytes(a, n);
    int result = f(a, b, n);
    if (result) choose(result < 0);
    see_order(result);
}

EXACT(memchr)
{
    size_t n = any_size();
    see_pointer(f(any_bytes(n), any_bool() ? any_byte() : any_int(), n));
}

EXACT(memrchr)
{
    size_t n = any_size();
    see_pointer(f(any_bytes(n), any_bool() ? any_byte() : any_int(), n));
}

EXACT(rawmemchr)
{
    size_t n = any_size() + 1;
    char *bytes = any_bytes(n);
    see_pointer(f(bytes, bytes[any_between(0, (int)n - 1)]));
}

EXACT(memccpy)
{
    size_t n = any_size();
    void *to = room(n);
    see_pointer(f(to, any_bytes(n), any_bool() ? any_byte() : any_int(), n));
}

EXACT(mempcpy)
{
    size_t n = any_size();
    void *to = room(n);
    see_pointer(f(to, any_bytes(n), n));
}

static char *few_bytes(size_t n)
{
    char *bytes = room(n);
    for (size_t i = 0; i < n; i++) bytes[i] = any_bool() ? 'a' : 0;
    return bytes;
}

EXACT(memmem)
{
    size_t n = any_size(), m = (size_t)any_between(0, 5);
    char *bytes = few_bytes(n);
    see_pointer(f(bytes, n, few_bytes(m), m));
}

EXACT(memfrob)
{
    size_t n = any_size();
    see_pointer(f(any_bytes(n), n));
}

EXACT(explicit_bzero)
{
    size_t n = any_size();
    f(room(n), n);
}

EXACT(bzero)
{
    size_t n = any_size();
    f(room(n), n);
}

EXACT(bcopy)
{
    size_t n = any_size(), shift = n ? (size_t)any_between(0, (int)n) : 0;
    char *bytes = any_bytes(n);
    if (any_bool()) f(bytes, bytes + shift, n - shift);
    else f(bytes + shift, bytes, n - shift);
}

EXACT(swab)
{
    size_t n = any_size();
    void *to = room(n);
    f(any_bytes(n), to, any_between(0, 9) ? (ssize_t)n : -(ssize_t)n);
}

EXACT(reallocarray)
{
    char *block = any_bool() ? strdup("ab") : NULL;
    bool is_too_large = any_between(0, 3) == 0, had_block = block;
    size_t n = (size_t)any_between(1, 9), size = is_too_large ? SIZE_MAX / n + 1 : (size_t)any_between(1, 9);
    if (is_too_large && n == 1) return free(block);
    char *result = f(block, n, size);
    see(result == NULL);
    if (result && had_block && n * size >= 3) see_string(result);
    free(result ? result : block);
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t size);
void *__memmove_chk(void *to, const void *from, size_t n, size_t size);
void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size);
void *__memset_chk(void *to, int c, size_t n, size_t size);
void __explicit_bzero_chk(void *bytes, size_t n, size_t size);

#define FORTIFIED_COPY_DRIVER(name)                                            \
    EXACT(name)                                                                \
    {                                                                          \
        size_t n = any_size();                                                 \
        void *to = room(n);                                                    \
        see_pointer(f(to, any_bytes(n), n, any_bool() ? n : (size_t)-1));      \
    }

FORTIFIED_COPY_DRIVER(__memcpy_chk)
FORTIFIED_COPY_DRIVER(__memmove_chk)
FORTIFIED_COPY_DRIVER(__mempcpy_chk)

EXACT(__memset_chk)
{
    size_t n = any_size();
    see_pointer(f(room(n), any_int(), n, n));
}

EXACT(__explicit_bzero_chk)
{
    size_t n = any_size();
    f(room(n), n, n);
}
