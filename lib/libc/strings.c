/* strings.h: comparison without case in the C locale, the first set bit, older names. */

#define _GNU_SOURCE
#include "contract.h"

#include <string.h>
#include <strings.h>

LATCH_INLINE unsigned char lower(char c) { return 'A' <= c && c <= 'Z' ? (unsigned char)(c + ('a' - 'A')) : (unsigned char)c; }

LATCH_LIBRARY int strcasecmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && lower(a[i]) == lower(b[i])) i++;
    if (lower(a[i]) == lower(b[i])) return 0;
    return any_int_of_sign(lower(a[i]) < lower(b[i]));
}

LATCH_LIBRARY int strncasecmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (lower(a[i]) != lower(b[i])) return any_int_of_sign(lower(a[i]) < lower(b[i]));
        if (!a[i]) break;
    }
    return 0;
}

LATCH_LIBRARY char *strcasestr(const char *s, const char *part)
{
    (void)strlen(part); /* the real one reads it to its end, wherever the strings differ */
    for (size_t i = 0;; i++) {
        size_t k = 0;
        while (part[k] && lower(s[i + k]) == lower(part[k])) k++;
        if (!part[k]) return (char *)s + i;
        if (!s[i]) return NULL;
    }
}

LATCH_LIBRARY char *index(const char *s, int c) { return strchr(s, c); }
LATCH_LIBRARY char *rindex(const char *s, int c) { return strrchr(s, c); }

LATCH_LIBRARY int ffsll(long long number)
{
    unsigned long long rest = (unsigned long long)number;
    if (rest == 0) return 0;
    int place = 1;
    for (; rest % 2 == 0; rest /= 2) place++;
    return place;
}

LATCH_LIBRARY int ffs(int number) { return ffsll(number); }
LATCH_LIBRARY int ffsl(long number) { return ffsll(number); }
