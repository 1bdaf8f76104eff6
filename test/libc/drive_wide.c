#include "driver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

enum { LENGTH = 12 };

static wchar_t any_wide(void)
{
    static const wchar_t few[] = {L'a', L'b', L'A', L' ', 1, 127, 128, 0x3b1, 0x10ffff, -1, INT32_MIN, INT32_MAX};
    return any_between(0, 2) ? few[any_between(0, 3)] : few[any_between(0, 11)];
}

static wchar_t *any_wides(size_t n)
{
    wchar_t *to = room(n * sizeof *to);
    for (size_t i = 0; i < n; i++) to[i] = any_wide();
    return to;
}

static wchar_t *wide_string(void)
{
    size_t n = (size_t)any_between(0, LENGTH);
    wchar_t *string = any_wides(n + 1);
    string[n] = L'\0';
    return string;
}

static wchar_t *similar(const wchar_t *s, size_t n)
{
    wchar_t *other = copy_of_bytes(s, n * sizeof *s);
    if (n > 0 && any_bool()) other[any_between(0, (int)n - 1)] = any_wide();
    return other;
}

static wchar_t *similar_string(const wchar_t *s)
{
    size_t n = wcslen(s);
    wchar_t *other = similar(s, n + 1);
    other[n] = L'\0';
    return other;
}

/* ---- blocks ---- */

#define WIDE_COPY_DRIVER(name)                     \
    EXACT(name)                                    \
    {                                              \
        size_t n = (size_t)any_between(0, LENGTH); \
        wchar_t *to = room(n * sizeof *to);        \
        see_pointer(f(to, any_wides(n), n));       \
    }

WIDE_COPY_DRIVER(wmemcpy)
WIDE_COPY_DRIVER(wmempcpy)

EXACT(wmemmove)
{
    size_t n = (size_t)any_between(0, LENGTH), length = (size_t)any_between(0, (int)n);
    wchar_t *block = any_wides(n);
    wchar_t *to = block + any_between(0, (int)(n - length)), *from = block + any_between(0, (int)(n - length));
    see_pointer(f(to, from, length));
}

EXACT(wmemset)
{
    size_t n = (size_t)any_between(0, LENGTH);
    see_pointer(f(room(n * sizeof(wchar_t)), any_wide(), n));
}

CONTRACT(wmemcmp)
{
    size_t n = (size_t)any_between(0, LENGTH);
    const wchar_t *a = any_wides(n);
    see_order(f(a, similar(a, n), n));
}

EXACT(wmemchr)
{
    size_t n = (size_t)any_between(0, LENGTH);
    see_pointer(f(any_wides(n), any_wide(), n));
}

/* ---- strings ---- */

EXACT(wcslen) { see((long long)f(wide_string())); }

EXACT(wcsnlen)
{
    size_t n = (size_t)any_between(0, LENGTH);
    wchar_t *s = any_wides(n);
    if (n > 0 && any_bool()) s[any_between(0, (int)n - 1)] = L'\0';
    see((long long)f(s, n));
}

#define WIDE_STRING_COPY_DRIVER(name)                                   \
    EXACT(name)                                                         \
    {                                                                   \
        const wchar_t *from = wide_string();                            \
        see_pointer(f(room((wcslen(from) + 1) * sizeof *from), from));  \
    }

WIDE_STRING_COPY_DRIVER(wcscpy)
WIDE_STRING_COPY_DRIVER(wcpcpy)

#define WIDE_STRING_COPY_OF_DRIVER(name)               \
    EXACT(name)                                        \
    {                                                  \
        size_t n = (size_t)any_between(0, LENGTH + 5); \
        wchar_t *to = room(n * sizeof *to);            \
        see_pointer(f(to, wide_string(), n));          \
    }

WIDE_STRING_COPY_OF_DRIVER(wcsncpy)
WIDE_STRING_COPY_OF_DRIVER(wcpncpy)

static wchar_t *string_with_room(size_t more)
{
    const wchar_t *s = wide_string();
    size_t n = wcslen(s) + 1;
    return memcpy(room((n + more) * sizeof *s), s, n * sizeof *s);
}

EXACT(wcscat)
{
    const wchar_t *from = wide_string();
    see_pointer(f(string_with_room(wcslen(from)), from));
}

EXACT(wcsncat)
{
    const wchar_t *from = wide_string();
    size_t n = (size_t)any_between(0, LENGTH + 2);
    see_pointer(f(string_with_room(wcsnlen(from, n)), from, n));
}

EXACT(wcsdup)
{
    wchar_t *copy = f(wide_string());
    see_bytes(copy, (wcslen(copy) + 1) * sizeof *copy);
    free(copy);
}

CONTRACT(wcscmp)
{
    const wchar_t *a = wide_string();
    see_order(f(a, any_bool() ? similar_string(a) : wide_string()));
}

CONTRACT(wcsncmp)
{
    const wchar_t *a = wide_string(), *b = similar_string(a);
    see_order(f(a, b, (size_t)any_between(0, LENGTH + 1)));
}

CONTRACT(wcscoll)
{
    const wchar_t *a = wide_string();
    see_order(f(a, similar_string(a)));
}

#define WIDE_SEARCH_DRIVER(name) \
    EXACT(name) { see_pointer(f(wide_string(), any_between(0, 9) ? any_wide() : 0)); }

WIDE_SEARCH_DRIVER(wcschr)
WIDE_SEARCH_DRIVER(wcschrnul)
WIDE_SEARCH_DRIVER(wcsrchr)

static wchar_t *few_wides(size_t max)
{
    size_t n = (size_t)any_between(0, (int)max);
    wchar_t *s = room((n + 1) * sizeof *s);
    for (size_t i = 0; i < n; i++) s[i] = L"aabc"[any_between(0, 3)];
    s[n] = L'\0';
    return s;
}

#define WIDE_PAIR_DRIVER(name, seen)             \
    EXACT(name)                                  \
    {                                            \
        const wchar_t *other = few_wides(3);     \
        seen(f(few_wides(LENGTH), other));       \
    }

WIDE_PAIR_DRIVER(wcsstr, see_pointer)
WIDE_PAIR_DRIVER(wcspbrk, see_pointer)
WIDE_PAIR_DRIVER(wcsspn, see)
WIDE_PAIR_DRIVER(wcscspn, see)

EXACT(wcstok)
{
    wchar_t *s = few_wides(LENGTH), *rest = NULL;
    const wchar_t *set = few_wides(2);
    for (const wchar_t *word = f(s, set, &rest); word; word = f(NULL, set, &rest)) {
        see_pointer(word);
        see_pointer(rest);
    }
    see_pointer(rest);
}

/* ---- numbers: drive_convert.c tries what is common to both kinds of text ---- */

static wchar_t *wide_numeral(void)
{
    static const wchar_t *const texts[] = {L"", L"-", L"12", L" -12x", L"0x1F", L"0x", L"077", L"9223372036854775808", L"-9223372036854775809",
                                           L"18446744073709551616", L"2147483648", L"4294967296", L"zz", L"+1 ", L"\x3b1", L"-2147483649"};
    const wchar_t *text = texts[any_between(0, 15)];
    return copy_of_bytes(text, (wcslen(text) + 1) * sizeof *text);
}

#define WIDE_PARSER_DRIVER(name, real)                                     \
    EXACT_AS(name, real)                                                   \
    {                                                                      \
        static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37};           \
        wchar_t *text = wide_numeral(), *end = NULL;                       \
        see((long long)f(text, &end, bases[any_between(0, 7)]));           \
        see_pointer(end);                                                  \
    }

WIDE_PARSER_DRIVER(wcstol, wcstol)
WIDE_PARSER_DRIVER(wcstoll, wcstoll)
WIDE_PARSER_DRIVER(wcstoul, wcstoul)
WIDE_PARSER_DRIVER(wcstoull, wcstoull)
/* The same without a prefix 0b. */
WIDE_PARSER_DRIVER(__isoc23_wcstol, wcstol)
WIDE_PARSER_DRIVER(__isoc23_wcstoll, wcstoll)
WIDE_PARSER_DRIVER(__isoc23_wcstoul, wcstoul)
WIDE_PARSER_DRIVER(__isoc23_wcstoull, wcstoull)

/* ---- classes ---- */

static wint_t any_wide_character(void)
{
    switch (any_between(0, 3)) {
    case 0: return (wint_t)any_between(0, 300);
    case 1: return any_bool() ? WEOF : (wint_t)any_between(0, 0x10ffff);
    default: return (wint_t)any_between(0, 127);
    }
}

#define CLASS_DRIVER(name)                                            \
    CONTRACT(name)                                                    \
    {                                                                 \
        wint_t c = any_wide_character();                              \
        int result = f(c);                                            \
        if (result || (c > 127 && c != WEOF)) choose(result);         \
        see(result);                                                  \
    }

CLASS_DRIVER(iswalnum)
CLASS_DRIVER(iswalpha)
CLASS_DRIVER(iswblank)
CLASS_DRIVER(iswcntrl)
CLASS_DRIVER(iswdigit)
CLASS_DRIVER(iswgraph)
CLASS_DRIVER(iswlower)
CLASS_DRIVER(iswprint)
CLASS_DRIVER(iswpunct)
CLASS_DRIVER(iswspace)
CLASS_DRIVER(iswupper)
CLASS_DRIVER(iswxdigit)

#define CASE_DRIVER(name)                                     \
    CONTRACT(name)                                            \
    {                                                         \
        wint_t c = any_wide_character(), result = f(c);       \
        if (c > 127 && c != WEOF) choose((long long)result);  \
        see((long long)result);                               \
    }

CASE_DRIVER(towlower)
CASE_DRIVER(towupper)

/* ---- characters of several bytes ---- */

CONTRACT(btowc)
{
    int c = any_between(-1, 255);
    wint_t result = f(c);
    if (c > 127) choose((long long)result);
    see((long long)result);
}

CONTRACT(wctob)
{
    wint_t c = any_wide_character();
    int result = f(c);
    if (c > 127 && c != WEOF) choose(result);
    see(result);
}

/* What the model asks for a character that is not ASCII: whether it is one, and which. */
static void choose_character(bool is_ascii, bool is_one, long long which)
{
    if (is_ascii) return;
    choose(is_one);
    if (is_one) choose(which);
}

/* A byte, or a null pointer. */
static char *some_byte(void)
{
    char *byte = any_bytes(1);
    if (any_between(0, 5) == 0) *byte = '\0';
    return any_between(0, 9) ? byte : NULL;
}

CONTRACT(mbtowc)
{
    size_t n = (size_t)any_between(0, 3);
    char *s = some_byte();
    wchar_t *to = any_between(0, 9) ? room(sizeof *to) : NULL;
    int result = f(to, s, n);
    if (s && n == 0) choose(result == -1);
    if (s && n > 0) choose_character((unsigned char)s[0] < 128, result > 0, to ? *to : 0);
    see(result);
}

CONTRACT(mblen)
{
    size_t n = (size_t)any_between(0, 3);
    char *s = some_byte();
    int result = f(s, n);
    if (s && n == 0) choose(result == -1);
    if (s && n > 0) choose_character((unsigned char)s[0] < 128, result > 0, 1);
    see(result);
}

CONTRACT(wctomb)
{
    char *to = any_between(0, 9) ? room(1) : NULL;
    wchar_t c = any_wide();
    int result = f(to, c);
    if (to) choose_character(0 <= c && c < 128, result > 0, *to);
    see(result);
}

CONTRACT(mbrtowc)
{
    size_t n = (size_t)any_between(0, 3);
    char *s = any_between(0, 9) ? any_bytes(n) : NULL;
    wchar_t *to = any_between(0, 9) ? room(sizeof *to) : NULL;
    mbstate_t state = {0};
    size_t result = f(to, s, n, &state);
    if (s && n > 0) choose_character((unsigned char)s[0] < 128, result == 1, to ? *to : 0);
    see((long long)result);
}

CONTRACT(mbrlen)
{
    size_t n = (size_t)any_between(0, 3);
    char *s = any_bytes(n);
    mbstate_t state = {0};
    size_t result = f(s, n, &state);
    if (n > 0) choose_character((unsigned char)s[0] < 128, result == 1, 1);
    see((long long)result);
}

CONTRACT(wcrtomb)
{
    char *to = any_between(0, 9) ? room(1) : NULL;
    wchar_t c = any_wide();
    mbstate_t state = {0};
    size_t result = f(to, c, &state);
    if (to) choose_character(0 <= c && c < 128, result == 1, *to);
    see((long long)result);
}

EXACT(mbsinit)
{
    mbstate_t state = {0};
    see(f(any_bool() ? &state : NULL) != 0);
}

/* At the first character that is not ASCII the real one ends. */
CONTRACT(mbstowcs)
{
    size_t n = (size_t)any_between(0, LENGTH);
    wchar_t *to = any_between(0, 9) ? room(n * sizeof *to) : NULL;
    const char *from = any_bool() ? any_string(LENGTH) : string_of("abc", LENGTH);
    size_t result = f(to, from, n);
    if (result == (size_t)-1) choose(0);
    see((long long)result);
}

CONTRACT(wcstombs)
{
    size_t n = (size_t)any_between(0, LENGTH);
    char *to = any_between(0, 9) ? room(n) : NULL;
    size_t result = f(to, any_bool() ? wide_string() : few_wides(LENGTH), n);
    if (result == (size_t)-1) choose(0);
    see((long long)result);
}

/* ---- with _FORTIFY_SOURCE ---- */

#define FORTIFIED_COPY(name)                                          \
    wchar_t *name(wchar_t *to, const wchar_t *from, size_t size);     \
    EXACT(name)                                                       \
    {                                                                 \
        const wchar_t *from = wide_string();                          \
        wchar_t *to = string_with_room(wcslen(from));                 \
        if (wcslen(to) < wcslen(from)) to[0] = L'\0';                 \
        see_pointer(f(to, from, (size_t)-1 / sizeof *to));            \
    }
#define FORTIFIED_COPY_OF(name, result)                                     \
    wchar_t *name(wchar_t *to, const wchar_t *from, size_t n, size_t size); \
    EXACT(name)                                                             \
    {                                                                       \
        size_t n = (size_t)any_between(0, LENGTH);                          \
        wchar_t *to = room((n + 1) * sizeof *to);                           \
        to[0] = L'\0';                                                      \
        wchar_t *from = any_wides(n + 1);                                   \
        from[n] = L'\0';                                                    \
        see_pointer(f(to, from, n, n + 1));                                 \
    }

FORTIFIED_COPY(__wcscpy_chk)
FORTIFIED_COPY(__wcscat_chk)
FORTIFIED_COPY_OF(__wcsncpy_chk, wcsncpy)
FORTIFIED_COPY_OF(__wcsncat_chk, wcsncat)
FORTIFIED_COPY_OF(__wmemcpy_chk, wmemcpy)
FORTIFIED_COPY_OF(__wmemmove_chk, wmemmove)

wchar_t *__wmemset_chk(wchar_t *to, wchar_t c, size_t n, size_t size);
EXACT(__wmemset_chk)
{
    size_t n = (size_t)any_between(0, LENGTH);
    see_pointer(f(room(n * sizeof(wchar_t)), any_wide(), n, n));
}

size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t n, size_t size);
CONTRACT(__mbstowcs_chk)
{
    size_t n = (size_t)any_between(0, LENGTH);
    wchar_t *to = room(n * sizeof *to);
    see((long long)f(to, string_of("abc", LENGTH), n, n));
}

size_t __wcstombs_chk(char *to, const wchar_t *from, size_t n, size_t size);
CONTRACT(__wcstombs_chk)
{
    size_t n = (size_t)any_between(0, LENGTH);
    char *to = room(n);
    see((long long)f(to, few_wides(LENGTH), n, n));
}

int __wctomb_chk(char *to, wchar_t c, size_t size);
CONTRACT(__wctomb_chk) { see(f(room(1), any_between(0, 127), 1)); }

size_t __wcrtomb_chk(char *to, wchar_t c, mbstate_t *state, size_t size);
CONTRACT(__wcrtomb_chk)
{
    mbstate_t state = {0};
    see((long long)f(room(1), any_between(0, 127), &state, 1));
}
