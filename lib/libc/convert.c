/* Numbers from text, absolute values and divisions: stdlib.h and inttypes.h, in the C locale. */

#define _GNU_SOURCE
#define CHARACTER char
#include "numeral.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

/* ---- integers ---- */

/* As strtol, which is how glibc has it, errno included. */
LATCH_INLINE long long decimal(const char *s, long long low, long long high)
{
    int is_negative;
    size_t start = skip_sign(s, &is_negative);
    return signed_digits(s, start, 10, is_negative ? low : high, NULL);
}

LATCH_LIBRARY int atoi(const char *s) { return (int)decimal(s, LONG_MIN, LONG_MAX); }
LATCH_LIBRARY long atol(const char *s) { return (long)decimal(s, LONG_MIN, LONG_MAX); }
LATCH_LIBRARY long long atoll(const char *s) { return decimal(s, LLONG_MIN, LLONG_MAX); }

#define SIGNED_PARSER(name, type, low, high, is_c23)                   \
    type name(const char *s, char **end, int base);                    \
    LATCH_LIBRARY type name(const char *s, char **end, int base)       \
    {                                                                  \
        return (type)parse_signed(s, end, base, is_c23, low, high);    \
    }
#define UNSIGNED_PARSER(name, type, high, is_c23)                      \
    type name(const char *s, char **end, int base);                    \
    LATCH_LIBRARY type name(const char *s, char **end, int base)       \
    {                                                                  \
        return (type)parse_unsigned(s, end, base, is_c23, high);       \
    }

SIGNED_PARSER(strtol, long, LONG_MIN, LONG_MAX, 0)
SIGNED_PARSER(strtoll, long long, LLONG_MIN, LLONG_MAX, 0)
SIGNED_PARSER(strtoimax, intmax_t, INTMAX_MIN, INTMAX_MAX, 0)
SIGNED_PARSER(strtoq, long long, LLONG_MIN, LLONG_MAX, 0)
UNSIGNED_PARSER(strtoul, unsigned long, ULONG_MAX, 0)
UNSIGNED_PARSER(strtoull, unsigned long long, ULLONG_MAX, 0)
UNSIGNED_PARSER(strtoumax, uintmax_t, UINTMAX_MAX, 0)
UNSIGNED_PARSER(strtouq, unsigned long long, ULLONG_MAX, 0)

/* What headers since glibc 2.38 call: with 0b in the bases 0 and 2. */
SIGNED_PARSER(__isoc23_strtol, long, LONG_MIN, LONG_MAX, 1)
SIGNED_PARSER(__isoc23_strtoll, long long, LLONG_MIN, LLONG_MAX, 1)
SIGNED_PARSER(__isoc23_strtoimax, intmax_t, INTMAX_MIN, INTMAX_MAX, 1)
UNSIGNED_PARSER(__isoc23_strtoul, unsigned long, ULONG_MAX, 1)
UNSIGNED_PARSER(__isoc23_strtoull, unsigned long long, ULLONG_MAX, 1)
UNSIGNED_PARSER(__isoc23_strtoumax, uintmax_t, UINTMAX_MAX, 1)

/* ---- floating point: where the number ends is exact, its value is any ---- */

/* The word, in small letters, without case, at the start of a text: its length, or 0. */
LATCH_INLINE size_t word_length(const char *s, const char *word)
{
    size_t i = 0;
    while (word[i] && (s[i] == word[i] || s[i] == word[i] - ('a' - 'A'))) i++;
    return word[i] ? 0 : i;
}

/* inf, infinity, nan, nan(letters, digits or _). */
LATCH_INLINE size_t special_length(const char *s)
{
    if (word_length(s, "infinity")) return word_length(s, "infinity");
    if (word_length(s, "inf")) return word_length(s, "inf");
    size_t nan = word_length(s, "nan"), i = nan + 1;
    if (nan == 0 || s[nan] != '(') return nan;
    while (digit_of(s[i]) < 36 || s[i] == '_') i++;
    return s[i] == ')' ? i + 1 : nan;
}

/* Digits with a point among them: where they end, or `start` if there is no digit. */
LATCH_INLINE size_t mantissa_end(const char *s, size_t start, int base)
{
    size_t i = start, digits = 0;
    for (; digit_of(s[i]) < base; i++) digits++;
    if (s[i] == '.') {
        for (i++; digit_of(s[i]) < base; i++) digits++;
    }
    return digits > 0 ? i : start;
}

/* An exponent has a digit, or there is none. */
LATCH_INLINE size_t exponent_end(const char *s, size_t start, char letter)
{
    size_t i = start;
    if (s[i] != letter && s[i] != letter - ('a' - 'A')) return start;
    i++;
    if (s[i] == '-' || s[i] == '+') i++;
    if (digit_of(s[i]) >= 10) return start;
    while (digit_of(s[i]) < 10) i++;
    return i;
}

/* How long a floating-point number is without its sign; 0 if there is none. */
LATCH_INLINE size_t real_length(const char *s)
{
    size_t special = special_length(s);
    if (special > 0) return special;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        size_t end = mantissa_end(s, 2, 16);
        if (end > 2) return exponent_end(s, end, 'p');
    }
    size_t end = mantissa_end(s, 0, 10);
    return end > 0 ? exponent_end(s, end, 'e') : 0;
}

/* Whether there is a number. One that is too large or too small sets errno. */
LATCH_INLINE int parse_real(const char *s, char **end)
{
    int is_negative;
    size_t start = skip_sign(s, &is_negative), length = real_length(s + start);
    if (end) *end = (char *)(length > 0 ? s + start + length : s);
    if (length > 0 && latch_any_bool()) latch_errno = ERANGE;
    return length > 0;
}

LATCH_LIBRARY double strtod(const char *s, char **end) { return parse_real(s, end) ? latch_any_double() : 0.0; }
LATCH_LIBRARY float strtof(const char *s, char **end) { return parse_real(s, end) ? latch_any_float() : 0.0f; }
LATCH_LIBRARY long double strtold(const char *s, char **end) { return parse_real(s, end) ? latch_any_ldouble() : 0.0L; }
LATCH_LIBRARY double atof(const char *s) { return strtod(s, NULL); }

/* ---- absolute values, quotient and remainder ---- */

LATCH_LIBRARY int abs(int n) { return n < 0 ? -n : n; }
LATCH_LIBRARY long labs(long n) { return n < 0 ? -n : n; }
LATCH_LIBRARY long long llabs(long long n) { return n < 0 ? -n : n; }
LATCH_LIBRARY intmax_t imaxabs(intmax_t n) { return n < 0 ? -n : n; }

LATCH_LIBRARY div_t div(int n, int by) { return (div_t){n / by, n % by}; }
LATCH_LIBRARY ldiv_t ldiv(long n, long by) { return (ldiv_t){n / by, n % by}; }
LATCH_LIBRARY lldiv_t lldiv(long long n, long long by) { return (lldiv_t){n / by, n % by}; }
LATCH_LIBRARY imaxdiv_t imaxdiv(intmax_t n, intmax_t by) { return (imaxdiv_t){n / by, n % by}; }
