#include "driver.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text that is often a number: of any size, with a sign, a prefix, space before and something behind it. */
static char *numeral(void)
{
    static const char *const signs[] = {"", "", "-", "+", " \t-", "\n\v\f\r ", "--", "- ", "\x01"};
    static const char *const prefixes[] = {"", "", "", "0", "0x", "0X", "0b", "0B", "0x0", "1", "_"};
    static const char *const formats[] = {"%s%s%lld%s", "%s%s%llx%s", "%s%s%llo%s"};
    static const char *const tails[] = {"", "", "0", "9", "a", "Z", "zz", " 1", "@", "g", "."};
    char text[100];
    long long number = any_llong();
    if (number < 0 && any_bool()) number = -1 - number;
    int n = snprintf(text, sizeof text, formats[any_between(0, 2)], signs[any_between(0, 8)], prefixes[any_between(0, 10)], number,
                     tails[any_between(0, 10)]);
    int kept = any_between(0, 3) ? n : any_between(0, n);
    text[kept] = '\0';
    return copy_of(text);
}

static int any_base(void)
{
    static const int usual[] = {0, 2, 8, 10, 16, 36};
    return any_bool() ? usual[any_between(0, 5)] : any_between(-1, 38);
}

#define DECIMAL_DRIVER(name) \
    EXACT(name) { see(f(numeral())); }

DECIMAL_DRIVER(atoi)
DECIMAL_DRIVER(atol)
DECIMAL_DRIVER(atoll)

#define PARSER_DRIVER(name, real)                        \
    EXACT_AS(name, real)                                 \
    {                                                    \
        const char *text = numeral();                    \
        char *end = NULL;                                \
        int base = any_base();                           \
        see((long long)f(text, any_between(0, 9) ? &end : NULL, base)); \
        see_pointer(end);                                \
    }

PARSER_DRIVER(strtol, strtol)
PARSER_DRIVER(strtoll, strtoll)
PARSER_DRIVER(strtoul, strtoul)
PARSER_DRIVER(strtoull, strtoull)
PARSER_DRIVER(strtoimax, strtoimax)
PARSER_DRIVER(strtoumax, strtoumax)
PARSER_DRIVER(strtoq, strtoq)
PARSER_DRIVER(strtouq, strtouq)

/* The library here may be older than C23: the reference reads 0b and a binary digit in the bases 0 and 2, and leaves the rest to the older function. */
#define C23_REFERENCE(name, older, type)                                                                             \
    static type reference_##name(const char *s, char **end, int base)                                                \
    {                                                                                                                \
        size_t i = strspn(s, " \t\n\v\f\r");                                                                         \
        bool has_sign = s[i] == '-' || s[i] == '+';                                                                  \
        const char *digits = s + i + has_sign;                                                                       \
        bool is_binary = (base == 0 || base == 2) && (strncmp(digits, "0b", 2) == 0 || strncmp(digits, "0B", 2) == 0); \
        if (!is_binary || (digits[2] != '0' && digits[2] != '1')) return older(s, end, base);                        \
        char text[MAX_BLOCK], *text_end;                                                                             \
        snprintf(text, sizeof text, "%.1s%s", has_sign ? s + i : "", digits + 2);                                    \
        type value = older(text, &text_end, 2);                                                                      \
        if (end) *end = (char *)digits + 2 + (text_end - text - has_sign);                                           \
        return value;                                                                                                \
    }                                                                                                                \
    PARSER_DRIVER(name, reference_##name)

C23_REFERENCE(__isoc23_strtol, strtol, long)
C23_REFERENCE(__isoc23_strtoll, strtoll, long long)
C23_REFERENCE(__isoc23_strtoimax, strtoimax, intmax_t)
C23_REFERENCE(__isoc23_strtoul, strtoul, unsigned long)
C23_REFERENCE(__isoc23_strtoull, strtoull, unsigned long long)
C23_REFERENCE(__isoc23_strtoumax, strtoumax, uintmax_t)

/* Text that is often a floating-point number. */
static char *real_numeral(void)
{
    static const char *const parts[] = {"",  "1",   "0",   "12.5", ".",   ".5",       "5.",   "0x",     "0X1.8", "inf", "INF", "infinity", "infinit", "nan",
                                        "NaN", "nan(", "nan(a_1)", "nan(-)", "e",  "E5", "e-",   "e+12",  "p3",  "P-1", "p",      "-",       "+",
                                        " ", "\n", "e400", "e-400", "f", "x", "00", ")"};
    char text[100] = "";
    int n = any_between(1, 4);
    for (int i = 0; i < n; i++) strcat(text, parts[any_between(0, (int)(sizeof parts / sizeof *parts) - 1)]);
    return copy_of(text);
}

static void choose_real(long double value, bool has_number, int error)
{
    if (!has_number) return;
    choose(error == 34);
    choose_double(value);
}

#define REAL_DRIVER(name)                                                  \
    CONTRACT(name)                                                         \
    {                                                                      \
        char *text = real_numeral(), *end = NULL;                          \
        *world_errno() = 0;                                                \
        long double value = f(text, &end);                                 \
        choose_real(value, end != text, *world_errno());                   \
        see_double(value);                                                 \
        see_pointer(end);                                                  \
    }

REAL_DRIVER(strtod)
REAL_DRIVER(strtof)
REAL_DRIVER(strtold)

CONTRACT(atof)
{
    char *text = real_numeral(), *end;
    strtod(text, &end);
    *world_errno() = 0;
    double value = f(text);
    choose_real(value, end != text, *world_errno());
    see_double(value);
}

EXACT(abs) { see(f(any_between(-INT_MAX, INT_MAX))); }

EXACT(labs)
{
    long n = any_long();
    if (n != LONG_MIN) see(f(n));
}

EXACT(llabs)
{
    long long n = any_llong();
    if (n != LLONG_MIN) see(f(n));
}

EXACT(imaxabs)
{
    intmax_t n = any_llong();
    if (n != INTMAX_MIN) see(f(n));
}

#define DIVISION_DRIVER(name, result, type, any, min)             \
    EXACT(name)                                                   \
    {                                                             \
        type n = any(), by = any();                               \
        if (by == 0 || (n == min && by == -1)) return;            \
        result quotient = f(n, by);                               \
        see(quotient.quot);                                       \
        see(quotient.rem);                                        \
    }

DIVISION_DRIVER(div, div_t, int, any_int, INT_MIN)
DIVISION_DRIVER(ldiv, ldiv_t, long, any_long, LONG_MIN)
DIVISION_DRIVER(lldiv, lldiv_t, long long, any_llong, LLONG_MIN)
DIVISION_DRIVER(imaxdiv, imaxdiv_t, intmax_t, any_llong, INTMAX_MIN)
