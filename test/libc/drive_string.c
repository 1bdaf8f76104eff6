#include "driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LENGTH = 20 };

/* A string that is often equal to another one for some part. */
static char *similar_string(const char *string)
{
    char *other = copy_of(string);
    size_t n = strlen(other);
    if (n > 0 && any_bool()) other[any_between(0, (int)n - 1)] = (char)any_byte();
    return other;
}

static int any_character(void) { return any_bool() ? any_byte() : any_int(); }

EXACT_AS(latch_c_strlen, strlen) { see((long long)f(any_string(MAX_BLOCK))); }

CONTRACT_AS(latch_c_strcmp, strcmp)
{
    const char *a = any_string(LENGTH);
    see_order(f(a, any_between(0, 3) ? similar_string(a) : any_string(LENGTH)));
}

CONTRACT_AS(latch_c_strncmp, strncmp)
{
    const char *a = any_string(LENGTH), *b = similar_string(a);
    see_order(f(a, b, (size_t)any_between(0, LENGTH + 2)));
}

CONTRACT(strcoll)
{
    const char *a = any_string(LENGTH);
    see_order(f(a, similar_string(a)));
}

CONTRACT(strcasecmp)
{
    const char *a = any_string(LENGTH);
    see_order(f(a, any_between(0, 3) ? similar_string(a) : string_of("aAbB@[`{\x80", 3)));
}

CONTRACT(strncasecmp)
{
    const char *a = any_string(LENGTH), *b = similar_string(a);
    see_order(f(a, b, (size_t)any_between(0, LENGTH + 2)));
}

CONTRACT(strverscmp)
{
    const char *a = string_of("0019a", 6);
    see_order(f(a, string_of("0019a", 6)));
}

#define COPY_DRIVER(kind, name, real)                      \
    kind(name, real)                                       \
    {                                                      \
        const char *from = any_string(LENGTH);             \
        see_pointer(f(room(strlen(from) + 1), from));      \
    }
#define COPY_OF_DRIVER(name, real)                                       \
    EXACT_AS(name, real)                                                 \
    {                                                                    \
        size_t n = any_size();                                           \
        char *to = room(n);                                              \
        see_pointer(f(to, any_bool() ? any_string(LENGTH) : any_string(0), n)); \
    }

COPY_DRIVER(EXACT_AS, latch_c_strcpy, strcpy)
COPY_DRIVER(EXACT_AS, stpcpy, stpcpy)
COPY_OF_DRIVER(latch_c_strncpy, strncpy)
COPY_OF_DRIVER(stpncpy, stpncpy)

/* A string of at most LENGTH characters in a block that has exactly `more` bytes behind its end. */
static char *string_with_room(size_t more)
{
    const char *string = any_string(LENGTH);
    size_t n = strlen(string) + 1;
    return memcpy(room(n + more), string, n);
}

EXACT_AS(latch_c_strcat, strcat)
{
    const char *from = any_string(LENGTH);
    see_pointer(f(string_with_room(strlen(from)), from));
}

EXACT(strncat)
{
    const char *from = any_string(LENGTH);
    size_t n = (size_t)any_between(0, LENGTH + 2);
    see_pointer(f(string_with_room(strnlen(from, n)), from, n));
}

EXACT(strxfrm)
{
    size_t n = (size_t)any_between(0, LENGTH + 2);
    char *to = room(n);
    see((long long)f(to, any_string(LENGTH), n));
}

/* glibc has these since 2.38; the one here may be older. */
static size_t reference_strlcpy(char *to, const char *from, size_t size) { return (size_t)snprintf(to, size, "%s", from); }

static size_t reference_strlcat(char *to, const char *from, size_t size)
{
    size_t end = strnlen(to, size);
    return end + reference_strlcpy(to + end, from, size - end);
}

EXACT_AS(strlcpy, reference_strlcpy)
{
    size_t n = (size_t)any_between(0, LENGTH + 2);
    char *to = room(n);
    see((long long)f(to, any_string(LENGTH), n));
}

EXACT_AS(strlcat, reference_strlcat)
{
    size_t n = (size_t)any_between(0, LENGTH + 2);
    char *to = any_bytes(n);
    if (n > 0 && any_bool()) to[any_between(0, (int)n - 1)] = '\0';
    see((long long)f(to, any_string(LENGTH), n));
}

EXACT(strdup)
{
    char *copy = f(any_string(MAX_BLOCK));
    see_string(copy);
    free(copy);
}

EXACT(strndup)
{
    char *bytes = any_bytes(LENGTH);
    if (any_bool()) bytes[LENGTH - 1] = '\0';
    char *copy = f(bytes, (size_t)any_between(0, LENGTH));
    see_string(copy);
    free(copy);
}

EXACT(strnlen)
{
    size_t n = any_size();
    char *bytes = any_bytes(n);
    see((long long)f(bytes, n));
}

#define SEARCH_DRIVER(name) \
    EXACT(name) { see_pointer(f(any_string(any_size()), any_character())); }

SEARCH_DRIVER(strchr)
SEARCH_DRIVER(strrchr)
SEARCH_DRIVER(strchrnul)
SEARCH_DRIVER(index)
SEARCH_DRIVER(rindex)

EXACT(strstr)
{
    const char *part = string_of("aab", 4);
    see_pointer(f(string_of("aab", LENGTH), part));
}

EXACT(strcasestr)
{
    const char *part = string_of("aAb@`", 4);
    see_pointer(f(string_of("aAb@`", LENGTH), part));
}

EXACT(strspn)
{
    const char *set = string_of("abc", 3);
    see((long long)f(string_of("aabcd", LENGTH), set));
}

EXACT(strcspn)
{
    const char *set = string_of("dbc", 3);
    see((long long)f(string_of("aaabcd", LENGTH), set));
}

EXACT(strpbrk)
{
    const char *set = string_of("dbc", 3);
    see_pointer(f(string_of("aaabcd", LENGTH), set));
}

EXACT(strtok)
{
    char *string = string_of("ab,;", LENGTH);
    const char *set = string_of(",;", 2), *other_set = string_of(",;", 2);
    for (const char *word = f(string, set); word; word = f(NULL, other_set)) see_pointer(word);
    see_pointer(f(NULL, set));
}

EXACT(strtok_r)
{
    char *string = string_of("ab,;", LENGTH), *rest = NULL;
    const char *set = string_of(",;", 2), *other_set = string_of(",;", 2);
    for (const char *word = f(string, set, &rest); word; word = f(NULL, other_set, &rest)) {
        see_pointer(word);
        see_pointer(rest);
    }
    see_pointer(rest);
}

EXACT(strsep)
{
    char *rest = any_between(0, 9) ? string_of("ab,;", LENGTH) : NULL;
    const char *set = string_of(",;", 2);
    do {
        see_pointer(f(&rest, set));
        see_pointer(rest);
    } while (rest);
}

EXACT(basename) { see_pointer(f(string_of("/ab", LENGTH))); }

EXACT(ffs) { see(f(any_int())); }
EXACT(ffsl) { see(f(any_long())); }
EXACT(ffsll) { see(f(any_bool() ? any_llong() : (long long)(any_bits() << any_between(0, 63)))); }

/* What put_any_string asks for. */
static void choose_string(const char *string)
{
    choose((long long)strlen(string));
    choose_bytes(string, strlen(string));
}

#define MESSAGE_DRIVER(name)                                            \
    CONTRACT(name)                                                      \
    {                                                                   \
        int number = any_bool() ? any_between(0, 140) : any_int();      \
        const char *message = f(number);                                \
        choose_string(message);                                         \
        see_string(message);                                            \
    }

MESSAGE_DRIVER(strerror)
MESSAGE_DRIVER(strsignal)

CONTRACT(strerror_r)
{
    size_t n = any_size();
    char *to = room(n);
    const char *message = f(any_bool() ? any_between(0, 140) : any_int(), to, n);
    bool is_elsewhere = message != to;
    choose(is_elsewhere);
    if (is_elsewhere || n > 0) choose_string(message);
    see(is_elsewhere);
    if (is_elsewhere) see_string(message);
}

int __xpg_strerror_r(int number, char *to, size_t size);
CONTRACT(__xpg_strerror_r)
{
    size_t n = any_size();
    char *to = room(n);
    int result = f(any_bool() ? any_between(0, 140) : any_int(), to, n);
    if (n > 0) choose_string(to);
    see(choose(result));
}

#define FORTIFIED_COPY(name)                               \
    char *name(char *to, const char *from, size_t size);   \
    EXACT(name)                                            \
    {                                                      \
        const char *from = any_string(LENGTH);             \
        size_t n = strlen(from) + 1;                       \
        see_pointer(f(room(n), from, n));                  \
    }
#define FORTIFIED_COPY_OF(name)                                    \
    char *name(char *to, const char *from, size_t n, size_t size); \
    EXACT(name)                                                    \
    {                                                              \
        size_t n = any_size();                                     \
        char *to = room(n);                                        \
        see_pointer(f(to, any_string(LENGTH), n, n));              \
    }

FORTIFIED_COPY(__strcpy_chk)
FORTIFIED_COPY(__stpcpy_chk)
FORTIFIED_COPY_OF(__strncpy_chk)
FORTIFIED_COPY_OF(__stpncpy_chk)

char *__strcat_chk(char *to, const char *from, size_t size);
EXACT(__strcat_chk)
{
    const char *from = any_string(LENGTH);
    see_pointer(f(string_with_room(strlen(from)), from, (size_t)-1));
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t size);
EXACT(__strncat_chk)
{
    const char *from = any_string(LENGTH);
    size_t n = (size_t)any_between(0, LENGTH + 2);
    see_pointer(f(string_with_room(strnlen(from, n)), from, n, (size_t)-1));
}
