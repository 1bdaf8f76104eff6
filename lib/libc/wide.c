/* wchar.h: wide strings, blocks and numbers, in the C locale. */

#define _GNU_SOURCE
#include <stddef.h>
#define CHARACTER wchar_t
#include "numeral.h"

#include <limits.h>
#include <stdlib.h>
#include <wchar.h>

/* ---- blocks ---- */

LATCH_LIBRARY wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++) to[i] = from[i];
    return to;
}

LATCH_LIBRARY wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) { return wmemcpy(to, from, n) + n; }

LATCH_LIBRARY wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
    if (to < from) return wmemcpy(to, from, n);
    for (size_t i = n; i > 0; i--) to[i - 1] = from[i - 1];
    return to;
}

LATCH_LIBRARY wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++) to[i] = c;
    return to;
}

LATCH_LIBRARY int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return any_int_of_sign(a[i] < b[i]);
    }
    return 0;
}

LATCH_LIBRARY wchar_t *wmemchr(const wchar_t *from, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (from[i] == c) return (wchar_t *)from + i;
    }
    return NULL;
}

/* ---- copies ---- */

LATCH_LIBRARY size_t wcslen(const wchar_t *s)
{
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

LATCH_LIBRARY size_t wcsnlen(const wchar_t *s, size_t n)
{
    size_t i = 0;
    while (i < n && s[i]) i++;
    return i;
}

LATCH_LIBRARY wchar_t *wcpcpy(wchar_t *to, const wchar_t *from)
{
    size_t i = 0;
    for (; from[i]; i++) to[i] = from[i];
    to[i] = L'\0';
    return to + i;
}

LATCH_LIBRARY wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n)
{
    size_t length = 0;
    for (; length < n && from[length]; length++) to[length] = from[length];
    for (size_t i = length; i < n; i++) to[i] = L'\0';
    return to + length;
}

LATCH_LIBRARY wchar_t *wcscpy(wchar_t *to, const wchar_t *from)
{
    wcpcpy(to, from);
    return to;
}

LATCH_LIBRARY wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n)
{
    wcpncpy(to, from, n);
    return to;
}

LATCH_LIBRARY wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
    wcpcpy(to + wcslen(to), from);
    return to;
}

LATCH_LIBRARY wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n)
{
    size_t end = wcslen(to), i = 0;
    for (; i < n && from[i]; i++) to[end + i] = from[i];
    to[end + i] = L'\0';
    return to;
}

LATCH_LIBRARY wchar_t *wcsdup(const wchar_t *s)
{
    wchar_t *copy = malloc((wcslen(s) + 1) * sizeof *copy);
    if (copy) wcpcpy(copy, s);
    return copy;
}

/* ---- comparisons ---- */

LATCH_LIBRARY int wcscmp(const wchar_t *a, const wchar_t *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return a[i] == b[i] ? 0 : any_int_of_sign(a[i] < b[i]);
}

LATCH_LIBRARY int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return any_int_of_sign(a[i] < b[i]);
        if (!a[i]) break;
    }
    return 0;
}

LATCH_LIBRARY int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }

/* ---- searches ---- */

LATCH_LIBRARY wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
    size_t i = 0;
    while (s[i] && s[i] != c) i++;
    return s[i] == c ? (wchar_t *)s + i : NULL;
}

LATCH_LIBRARY wchar_t *wcschrnul(const wchar_t *s, wchar_t c)
{
    size_t i = 0;
    while (s[i] && s[i] != c) i++;
    return (wchar_t *)s + i;
}

LATCH_LIBRARY wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
    const wchar_t *last = NULL;
    for (size_t i = 0;; i++) {
        if (s[i] == c) last = s + i;
        if (!s[i]) return (wchar_t *)last;
    }
}

LATCH_LIBRARY wchar_t *wcsstr(const wchar_t *s, const wchar_t *part)
{
    for (size_t i = 0;; i++) {
        size_t k = 0;
        while (part[k] && s[i + k] == part[k]) k++;
        if (!part[k]) return (wchar_t *)s + i;
        if (!s[i]) return NULL;
    }
}

/* How many characters at the start of a string are in the set, or are not. */
LATCH_INLINE size_t span(const wchar_t *s, const wchar_t *set, int is_in_set)
{
    (void)wcslen(set); /* the real one reads it to its end */
    for (size_t i = 0;; i++) {
        size_t k = 0;
        while (set[k] && set[k] != s[i]) k++;
        if (!s[i] || (set[k] != L'\0') != is_in_set) return i;
    }
}

LATCH_LIBRARY size_t wcsspn(const wchar_t *s, const wchar_t *set) { return span(s, set, 1); }
LATCH_LIBRARY size_t wcscspn(const wchar_t *s, const wchar_t *set) { return span(s, set, 0); }

LATCH_LIBRARY wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set)
{
    size_t i = wcscspn(s, set);
    return s[i] ? (wchar_t *)s + i : NULL;
}

/* Unlike strtok_r, glibc's keeps a null pointer at the end, and knows it. */
LATCH_LIBRARY wchar_t *wcstok(wchar_t *s, const wchar_t *delimiters, wchar_t **rest)
{
    if (!s) s = *rest;
    if (!s) {
        latch_errno = EINVAL;
        return NULL;
    }
    s += wcsspn(s, delimiters);
    size_t length = wcscspn(s, delimiters);
    *rest = NULL;
    if (s[length]) {
        s[length] = L'\0';
        *rest = s + length + 1;
    }
    return length > 0 ? s : NULL;
}

/* ---- numbers ---- */

#define WIDE_SIGNED_PARSER(name, type, low, high, is_c23)              \
    type name(const wchar_t *s, wchar_t **end, int base);              \
    LATCH_LIBRARY type name(const wchar_t *s, wchar_t **end, int base) \
    {                                                                  \
        return (type)parse_signed(s, end, base, is_c23, low, high);    \
    }
#define WIDE_UNSIGNED_PARSER(name, type, high, is_c23)                 \
    type name(const wchar_t *s, wchar_t **end, int base);              \
    LATCH_LIBRARY type name(const wchar_t *s, wchar_t **end, int base) \
    {                                                                  \
        return (type)parse_unsigned(s, end, base, is_c23, high);       \
    }

WIDE_SIGNED_PARSER(wcstol, long, LONG_MIN, LONG_MAX, 0)
WIDE_SIGNED_PARSER(wcstoll, long long, LLONG_MIN, LLONG_MAX, 0)
WIDE_UNSIGNED_PARSER(wcstoul, unsigned long, ULONG_MAX, 0)
WIDE_UNSIGNED_PARSER(wcstoull, unsigned long long, ULLONG_MAX, 0)
WIDE_SIGNED_PARSER(__isoc23_wcstol, long, LONG_MIN, LONG_MAX, 1)
WIDE_SIGNED_PARSER(__isoc23_wcstoll, long long, LLONG_MIN, LLONG_MAX, 1)
WIDE_UNSIGNED_PARSER(__isoc23_wcstoul, unsigned long, ULONG_MAX, 1)
WIDE_UNSIGNED_PARSER(__isoc23_wcstoull, unsigned long long, ULLONG_MAX, 1)

/* ---- with _FORTIFY_SOURCE ---- */

#define FORTIFIED_COPY(name, plain)                                           \
    wchar_t *name(wchar_t *to, const wchar_t *from, size_t size);             \
    LATCH_LIBRARY wchar_t *name(wchar_t *to, const wchar_t *from, size_t size) \
    {                                                                         \
        (void)size;                                                           \
        return plain(to, from);                                               \
    }
#define FORTIFIED_COPY_OF(name, plain)                                                  \
    wchar_t *name(wchar_t *to, const wchar_t *from, size_t n, size_t size);             \
    LATCH_LIBRARY wchar_t *name(wchar_t *to, const wchar_t *from, size_t n, size_t size) \
    {                                                                                   \
        (void)size;                                                                     \
        return plain(to, from, n);                                                      \
    }

FORTIFIED_COPY(__wcscpy_chk, wcscpy)
FORTIFIED_COPY(__wcscat_chk, wcscat)
FORTIFIED_COPY_OF(__wcsncpy_chk, wcsncpy)
FORTIFIED_COPY_OF(__wcsncat_chk, wcsncat)
FORTIFIED_COPY_OF(__wmemcpy_chk, wmemcpy)
FORTIFIED_COPY_OF(__wmemmove_chk, wmemmove)

wchar_t *__wmemset_chk(wchar_t *to, wchar_t c, size_t n, size_t size);
LATCH_LIBRARY wchar_t *__wmemset_chk(wchar_t *to, wchar_t c, size_t n, size_t size)
{
    (void)size;
    return wmemset(to, c, n);
}
