/* Strings: the str* functions of string.h, in the C locale. */

#define _GNU_SOURCE
#include "contract.h"

#include <stdlib.h>
#include <string.h>

/* ---- built in as well ---- */

LATCH_LIBRARY size_t latch_c_strlen(const char *s)
{
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

LATCH_LIBRARY int latch_c_strcmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    if (a[i] == b[i]) return 0;
    return any_int_of_sign((unsigned char)a[i] < (unsigned char)b[i]);
}

LATCH_LIBRARY int latch_c_strncmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return any_int_of_sign((unsigned char)a[i] < (unsigned char)b[i]);
        if (!a[i]) break;
    }
    return 0;
}

LATCH_LIBRARY char *stpcpy(char *to, const char *from)
{
    size_t i = 0;
    for (; from[i]; i++) to[i] = from[i];
    to[i] = '\0';
    return to + i;
}

LATCH_LIBRARY char *latch_c_strcpy(char *to, const char *from)
{
    stpcpy(to, from);
    return to;
}

LATCH_LIBRARY char *stpncpy(char *to, const char *from, size_t n)
{
    size_t length = 0;
    for (; length < n && from[length]; length++) to[length] = from[length];
    for (size_t i = length; i < n; i++) to[i] = '\0';
    return to + length;
}

LATCH_LIBRARY char *latch_c_strncpy(char *to, const char *from, size_t n)
{
    stpncpy(to, from, n);
    return to;
}

LATCH_LIBRARY char *latch_c_strcat(char *to, const char *from)
{
    stpcpy(to + strlen(to), from);
    return to;
}

/* ---- copies ---- */

LATCH_LIBRARY char *strncat(char *to, const char *from, size_t n)
{
    size_t end = strlen(to), i = 0;
    for (; i < n && from[i]; i++) to[end + i] = from[i];
    to[end + i] = '\0';
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size);
LATCH_LIBRARY size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t i = 0;
    for (; from[i]; i++) {
        if (i + 1 < size) to[i] = from[i];
    }
    if (size > 0) to[i < size ? i : size - 1] = '\0';
    return i;
}

size_t strlcat(char *to, const char *from, size_t size);
LATCH_LIBRARY size_t strlcat(char *to, const char *from, size_t size)
{
    size_t end = strnlen(to, size);
    return end + strlcpy(to + end, from, size - end);
}

LATCH_LIBRARY char *strdup(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    if (copy) memcpy(copy, s, size);
    return copy;
}

LATCH_LIBRARY char *strndup(const char *s, size_t n)
{
    size_t length = strnlen(s, n);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, s, length);
        copy[length] = '\0';
    }
    return copy;
}

LATCH_LIBRARY size_t strxfrm(char *to, const char *from, size_t n)
{
    size_t length = strlen(from);
    if (n > 0) memcpy(to, from, length < n ? length + 1 : n);
    return length;
}

/* ---- searches ---- */

LATCH_LIBRARY size_t strnlen(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && s[i]) i++;
    return i;
}

LATCH_LIBRARY char *strchrnul(const char *s, int c)
{
    size_t i = 0;
    while (s[i] && s[i] != (char)c) i++;
    return (char *)s + i;
}

LATCH_LIBRARY char *strchr(const char *s, int c)
{
    size_t i = 0;
    while (s[i] && s[i] != (char)c) i++;
    return s[i] == (char)c ? (char *)s + i : NULL;
}

LATCH_LIBRARY char *strrchr(const char *s, int c)
{
    const char *last = NULL;
    for (size_t i = 0;; i++) {
        if (s[i] == (char)c) last = s + i;
        if (!s[i]) return (char *)last;
    }
}

LATCH_LIBRARY char *strstr(const char *s, const char *part)
{
    (void)strlen(part); /* the real one reads it to its end, wherever the strings differ */
    for (size_t i = 0;; i++) {
        size_t k = 0;
        while (part[k] && s[i + k] == part[k]) k++;
        if (!part[k]) return (char *)s + i;
        if (!s[i]) return NULL;
    }
}

/* How many characters at the start of a string are in the set, or are not. */
LATCH_INLINE size_t span(const char *s, const char *set, int is_in_set)
{
    (void)strlen(set); /* the real one reads it to its end */
    for (size_t i = 0;; i++) {
        size_t k = 0;
        while (set[k] && set[k] != s[i]) k++;
        if (!s[i] || (set[k] != '\0') != is_in_set) return i;
    }
}

LATCH_LIBRARY size_t strspn(const char *s, const char *set) { return span(s, set, 1); }
LATCH_LIBRARY size_t strcspn(const char *s, const char *set) { return span(s, set, 0); }

LATCH_LIBRARY char *strpbrk(const char *s, const char *set)
{
    size_t i = strcspn(s, set);
    return s[i] ? (char *)s + i : NULL;
}

LATCH_LIBRARY char *strtok_r(char *s, const char *delimiters, char **rest)
{
    if (!s) s = *rest;
    s += strspn(s, delimiters);
    size_t length = strcspn(s, delimiters);
    *rest = s + length;
    if (length == 0) return NULL;
    if (s[length]) {
        s[length] = '\0';
        ++*rest;
    }
    return s;
}

LATCH_LIBRARY char *strtok(char *s, const char *delimiters)
{
    static char *rest;
    return strtok_r(s, delimiters, &rest);
}

LATCH_LIBRARY char *strsep(char **rest, const char *delimiters)
{
    char *s = *rest;
    if (!s) return NULL;
    size_t length = strcspn(s, delimiters);
    *rest = NULL;
    if (s[length]) {
        s[length] = '\0';
        *rest = s + length + 1;
    }
    return s;
}

LATCH_LIBRARY char *basename(const char *path)
{
    char *slash = strrchr(path, '/');
    return slash ? slash + 1 : (char *)path;
}

/* ---- comparisons ---- */

LATCH_LIBRARY int strcoll(const char *a, const char *b) { return latch_c_strcmp(a, b); }

LATCH_INLINE int is_digit(char c) { return '0' <= c && c <= '9'; }

/* Which of two numbers is longer, from where they differ: negative, zero or positive. */
LATCH_INLINE int compare_lengths(const char *a, const char *b)
{
    size_t i = 0;
    while (is_digit(a[i]) && is_digit(b[i])) i++;
    return is_digit(a[i]) - is_digit(b[i]);
}

/* Numbers within names are compared as numbers, those that begin with a zero as fractions: 000 < 00 < 01 < 010 < 09 < 0 < 1 < 9 < 10. */
LATCH_LIBRARY int strverscmp(const char *a, const char *b)
{
    size_t i = 0, number = 0; /* where the number begins in which they differ */
    for (; a[i] == b[i]; i++) {
        if (!a[i]) return 0;
        if (!is_digit(a[i])) number = i + 1;
    }
    int longer = 0;
    if (is_digit(a[number]) && a[number] != '0' && is_digit(b[number]) && b[number] != '0') longer = compare_lengths(a + i, b + i);
    else if (number < i && number + strspn(a + number, "0") >= i) longer = is_digit(b[i]) - is_digit(a[i]);
    if (longer != 0) return any_int_of_sign(longer < 0);
    return any_int_of_sign((unsigned char)a[i] < (unsigned char)b[i]);
}

/* ---- messages ---- */

/* Messages of different numbers are in different places, so that what an earlier call returned stays, as it does for all numbers
 * that have a message. The others share one, the last. */
enum { N_ERRORS = 134, N_SIGNALS = 32, MESSAGE_SIZE = 128 };

LATCH_INLINE _Bool is_error(int number) { return 0 <= number && number < N_ERRORS && number != 41 && number != 58; }
LATCH_INLINE _Bool is_signal(int number) { return 0 < number && number < N_SIGNALS; }

LATCH_INLINE char *any_message(char *message)
{
    put_any_string(message, MESSAGE_SIZE);
    return message;
}

LATCH_LIBRARY char *strerror(int number)
{
    static char messages[N_ERRORS + 1][MESSAGE_SIZE];
    return any_message(messages[is_error(number) ? number : N_ERRORS]);
}

LATCH_LIBRARY char *strsignal(int number)
{
    static char messages[N_SIGNALS + 1][MESSAGE_SIZE];
    return any_message(messages[is_signal(number) ? number : N_SIGNALS]);
}

/* The message of an error that is known is not written to `to`. */
LATCH_LIBRARY char *strerror_r(int number, char *to, size_t size)
{
    if (latch_any_bool()) return strerror(number);
    if (size > 0) put_any_string(to, size);
    return to;
}

int __xpg_strerror_r(int number, char *to, size_t size);
LATCH_LIBRARY int __xpg_strerror_r(int number, char *to, size_t size)
{
    (void)number;
    if (size > 0) put_any_string(to, size);
    return latch_any_int();
}

/* ---- with _FORTIFY_SOURCE ---- */

#define FORTIFIED_COPY(name, plain)                                  \
    char *name(char *to, const char *from, size_t size);             \
    LATCH_LIBRARY char *name(char *to, const char *from, size_t size) \
    {                                                                \
        (void)size;                                                  \
        return plain(to, from);                                      \
    }
#define FORTIFIED_COPY_OF(name, plain)                                         \
    char *name(char *to, const char *from, size_t n, size_t size);             \
    LATCH_LIBRARY char *name(char *to, const char *from, size_t n, size_t size) \
    {                                                                          \
        (void)size;                                                            \
        return plain(to, from, n);                                             \
    }

FORTIFIED_COPY(__strcpy_chk, strcpy)
FORTIFIED_COPY(__stpcpy_chk, stpcpy)
FORTIFIED_COPY(__strcat_chk, strcat)
FORTIFIED_COPY_OF(__strncpy_chk, strncpy)
FORTIFIED_COPY_OF(__stpncpy_chk, stpncpy)
FORTIFIED_COPY_OF(__strncat_chk, strncat)
