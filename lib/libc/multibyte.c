/* wctype.h, and characters of several bytes, in the C locale: exact for ASCII. Of other characters versions of glibc think
 * differently: there is no such character, or it is one byte. */

#define _GNU_SOURCE
#include "contract.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

enum { ASCII_END = 128 };

/* ---- classes ---- */

LATCH_INLINE int is_in(wint_t c, wint_t low, wint_t high) { return low <= c && c <= high; }
LATCH_INLINE int is_lower(wint_t c) { return is_in(c, 'a', 'z'); }
LATCH_INLINE int is_upper(wint_t c) { return is_in(c, 'A', 'Z'); }
LATCH_INLINE int is_digit(wint_t c) { return is_in(c, '0', '9'); }
LATCH_INLINE int is_alnum(wint_t c) { return is_lower(c) || is_upper(c) || is_digit(c); }

/* The answer on a character that is in the class, or is not, if it is ASCII. */
LATCH_INLINE int class_answer(wint_t c, int is_in_class)
{
    if (c == WEOF || (c < ASCII_END && !is_in_class)) return 0;
    int answer = latch_any_int();
    latch_assume(c >= ASCII_END || answer != 0);
    return answer;
}

LATCH_LIBRARY int iswalnum(wint_t c) { return class_answer(c, is_alnum(c)); }
LATCH_LIBRARY int iswalpha(wint_t c) { return class_answer(c, is_lower(c) || is_upper(c)); }
LATCH_LIBRARY int iswblank(wint_t c) { return class_answer(c, c == ' ' || c == '\t'); }
LATCH_LIBRARY int iswcntrl(wint_t c) { return class_answer(c, c < ' ' || c == 127); }
LATCH_LIBRARY int iswdigit(wint_t c) { return class_answer(c, is_digit(c)); }
LATCH_LIBRARY int iswgraph(wint_t c) { return class_answer(c, is_in(c, '!', '~')); }
LATCH_LIBRARY int iswlower(wint_t c) { return class_answer(c, is_lower(c)); }
LATCH_LIBRARY int iswprint(wint_t c) { return class_answer(c, is_in(c, ' ', '~')); }
LATCH_LIBRARY int iswpunct(wint_t c) { return class_answer(c, is_in(c, '!', '~') && !is_alnum(c)); }
LATCH_LIBRARY int iswspace(wint_t c) { return class_answer(c, c == ' ' || is_in(c, '\t', '\r')); }
LATCH_LIBRARY int iswupper(wint_t c) { return class_answer(c, is_upper(c)); }
LATCH_LIBRARY int iswxdigit(wint_t c) { return class_answer(c, is_digit(c) || is_in(c, 'a', 'f') || is_in(c, 'A', 'F')); }

LATCH_LIBRARY wint_t towlower(wint_t c)
{
    if (c < ASCII_END) return is_upper(c) ? c + ('a' - 'A') : c;
    return c == WEOF ? WEOF : latch_any_unsigned();
}

LATCH_LIBRARY wint_t towupper(wint_t c)
{
    if (c < ASCII_END) return is_lower(c) ? c - ('a' - 'A') : c;
    return c == WEOF ? WEOF : latch_any_unsigned();
}

/* ---- one character ---- */

/* Whether the byte is a character; errno is set if not. */
LATCH_INLINE int widen(char byte, wchar_t *out)
{
    if ((unsigned char)byte < ASCII_END) {
        *out = byte;
        return 1;
    }
    if (latch_any_bool()) {
        *out = latch_any_int();
        latch_assume(*out != 0);
        return 1;
    }
    latch_errno = EILSEQ;
    return 0;
}

LATCH_INLINE int narrow(wchar_t c, char *out)
{
    if (0 <= c && c < ASCII_END) {
        *out = (char)c;
        return 1;
    }
    if (latch_any_bool()) {
        *out = latch_any_char();
        latch_assume(*out != 0);
        return 1;
    }
    latch_errno = EILSEQ;
    return 0;
}

LATCH_LIBRARY wint_t btowc(int c)
{
    if (0 <= c && c < ASCII_END) return (wint_t)c;
    return c == EOF ? WEOF : latch_any_unsigned();
}

LATCH_LIBRARY int wctob(wint_t c)
{
    if (c < ASCII_END) return (int)c;
    return c == WEOF ? EOF : any_in(EOF, 255);
}

/* Of no bytes glibc reads the first one all the same, and finds the end of a string there. */
LATCH_LIBRARY int mbtowc(wchar_t *to, const char *s, size_t n)
{
    wchar_t c;
    if (!s) return 0;
    if (n == 0 ? latch_any_bool() : !widen(s[0], &c)) return -1;
    if (n == 0) c = 0;
    if (to) *to = c;
    return c != 0;
}

LATCH_LIBRARY int mblen(const char *s, size_t n) { return mbtowc(NULL, s, n); }

LATCH_LIBRARY int wctomb(char *to, wchar_t c)
{
    char byte;
    if (!to) return 0;
    if (!narrow(c, &byte)) return -1;
    *to = byte;
    return 1;
}

LATCH_LIBRARY size_t mbrtowc(wchar_t *to, const char *s, size_t n, mbstate_t *state)
{
    wchar_t c;
    (void)state;
    if (!s) return 0;
    if (n == 0) return (size_t)-2;
    if (!widen(s[0], &c)) return (size_t)-1;
    if (to) *to = c;
    return c != 0;
}

LATCH_LIBRARY size_t mbrlen(const char *s, size_t n, mbstate_t *state) { return mbrtowc(NULL, s, n, state); }

LATCH_LIBRARY size_t wcrtomb(char *to, wchar_t c, mbstate_t *state)
{
    char byte;
    (void)state;
    if (!to) return 1;
    if (!narrow(c, &byte)) return (size_t)-1;
    *to = byte;
    return 1;
}

LATCH_LIBRARY int mbsinit(const mbstate_t *state) { return !state || state->__count == 0; }

/* ---- strings ---- */

LATCH_LIBRARY size_t mbstowcs(wchar_t *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; !to || i < n; i++) {
        wchar_t c;
        if (!widen(from[i], &c)) return (size_t)-1;
        if (to) to[i] = c;
        if (c == 0) break;
    }
    return i;
}

LATCH_LIBRARY size_t wcstombs(char *to, const wchar_t *from, size_t n)
{
    size_t i = 0;
    for (; !to || i < n; i++) {
        char c;
        if (!narrow(from[i], &c)) return (size_t)-1;
        if (to) to[i] = c;
        if (c == 0) break;
    }
    return i;
}

/* ---- with _FORTIFY_SOURCE ---- */

size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t n, size_t size);
LATCH_LIBRARY size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t n, size_t size)
{
    (void)size;
    return mbstowcs(to, from, n);
}

size_t __wcstombs_chk(char *to, const wchar_t *from, size_t n, size_t size);
LATCH_LIBRARY size_t __wcstombs_chk(char *to, const wchar_t *from, size_t n, size_t size)
{
    (void)size;
    return wcstombs(to, from, n);
}

int __wctomb_chk(char *to, wchar_t c, size_t size);
LATCH_LIBRARY int __wctomb_chk(char *to, wchar_t c, size_t size)
{
    (void)size;
    return wctomb(to, c);
}

size_t __wcrtomb_chk(char *to, wchar_t c, mbstate_t *state, size_t size);
LATCH_LIBRARY size_t __wcrtomb_chk(char *to, wchar_t c, mbstate_t *state, size_t size)
{
    (void)size;
    return wcrtomb(to, c, state);
}
