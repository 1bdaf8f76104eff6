#ifndef LATCH_LIBC_ENVIRONMENT_H
#define LATCH_LIBC_ENVIRONMENT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* the headers of the real library declare what is defined here */
#endif

/* What contracts about the environment have in common: results in a range, failures, memory that is filled with something. */

#include "latch.h"

#include <string.h>
#include <sys/types.h>

#define LATCH_INLINE static inline LATCH_LIBRARY

/* A function has failed: errno is positive. */
LATCH_INLINE void errno_fails(void)
{
    int e = latch_any_int();
    latch_assume(e > 0);
    latch_errno = e;
}

/* The library never sets errno to zero, but a function may set it although it succeeds. */
LATCH_INLINE void errno_may_change(void)
{
    if (latch_any_bool()) errno_fails();
}

/* Except for glibc's functions that know of time zones. */
LATCH_INLINE void errno_may_change_or_be_zero(void)
{
    int e = latch_any_int();
    latch_assume(e >= 0);
    latch_errno = e;
}

LATCH_INLINE int any_in(int low, int high)
{
    int v = latch_any_int();
    latch_assume(low <= v && v <= high);
    return v;
}

LATCH_INLINE long any_long_from(long low)
{
    long v = latch_any_long();
    latch_assume(low <= v);
    return v;
}

/* 0, or -1 and errno. */
LATCH_INLINE int zero_or_failure(void)
{
    if (!latch_any_bool()) return 0;
    errno_fails();
    return -1;
}

/* As zero_or_failure, of a function that is given a name: it must be a string. */
LATCH_INLINE int zero_or_failure_of(const char *name)
{
    (void)strlen(name);
    return zero_or_failure();
}

/* A new descriptor, or -1 and errno. */
LATCH_INLINE int descriptor_or_failure(void)
{
    int v = latch_any_int();
    latch_assume(v >= -1);
    if (v < 0) errno_fails();
    return v;
}

LATCH_INLINE size_t any_size_to(size_t most)
{
    size_t v = latch_any_ulong();
    latch_assume(v <= most);
    return v;
}

LATCH_INLINE void put_any_bytes(char *to, size_t n)
{
    for (size_t i = 0; i < n; i++) to[i] = latch_any_char();
}

/* A string of n characters. */
LATCH_INLINE void put_any_characters(char *to, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char c = latch_any_char();
        latch_assume(c != '\0');
        to[i] = c;
    }
    to[n] = '\0';
}

/* Reads n bytes: all of them are there if the first and the last one are. */
LATCH_INLINE void touch(const char *from, size_t n)
{
    if (n == 0) return;
    latch_looks_at(from);
    char first = from[0], last = from[n - 1];
    (void)first;
    (void)last;
}

#endif
