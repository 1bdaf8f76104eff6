/* Integers as text. convert.c and wide.c include this with CHARACTER defined, for char and wchar_t. */

#include "contract.h"

#include <errno.h>

LATCH_INLINE size_t skip_space(const CHARACTER *s)
{
    size_t i = 0;
    while (s[i] == ' ' || ('\t' <= s[i] && s[i] <= '\r')) i++;
    return i;
}

/* The value of a digit; 36 if it is none in any base. */
LATCH_INLINE int digit_of(CHARACTER c)
{
    if ('0' <= c && c <= '9') return (int)(c - '0');
    if ('a' <= c && c <= 'z') return (int)(c - 'a') + 10;
    if ('A' <= c && c <= 'Z') return (int)(c - 'A') + 10;
    return 36;
}

/* Whether the text is 0x or 0b, or what the letter is, and then a digit of that base. Otherwise the 0 is a number for itself. */
LATCH_INLINE int has_prefix(const CHARACTER *s, char letter, int base)
{
    return s[0] == '0' && (s[1] == letter || s[1] == letter - ('a' - 'A')) && digit_of(s[2]) < base;
}

/* Passes the prefix of a base that is 0, 16, or, since C23, 2; sets a base that is 0. */
LATCH_INLINE size_t skip_prefix(const CHARACTER *s, int *base, int is_c23)
{
    if ((*base == 0 || *base == 16) && has_prefix(s, 'x', 16)) {
        *base = 16;
        return 2;
    }
    if (is_c23 && (*base == 0 || *base == 2) && has_prefix(s, 'b', 2)) {
        *base = 2;
        return 2;
    }
    if (*base == 0) *base = s[0] == '0' ? 8 : 10;
    return 0;
}

LATCH_INLINE int is_base(int base)
{
    if (base == 0 || (2 <= base && base <= 36)) return 1;
    latch_errno = EINVAL;
    return 0;
}

/* A number is too large: the rest of its digits belongs to it all the same. */
LATCH_INLINE void overflow(const CHARACTER *s, size_t i, int base, CHARACTER **end)
{
    while (digit_of(s[i]) < base) i++;
    if (end) *end = (CHARACTER *)s + i;
    latch_errno = ERANGE;
}

/* Whether value * base + digit is beyond the bound, which has the sign of both. Written so that, with a constant base, nothing is divided. */
LATCH_INLINE int is_beyond(long long value, int digit, int base, long long bound)
{
    long long last = bound / base, rest = bound % base;
    return bound < 0 ? value < last || (value == last && digit < rest) : value > last || (value == last && digit > rest);
}

/* The digits from `start` on, after a sign; a number that is too large becomes the bound and ERANGE. `end`, if any, is set. */
LATCH_INLINE long long signed_digits(const CHARACTER *s, size_t start, int base, long long bound, CHARACTER **end)
{
    long long value = 0;
    size_t i = start;
    for (int digit; (digit = digit_of(s[i])) < base; i++) {
        if (bound < 0) digit = -digit;
        if (is_beyond(value, digit, base, bound)) {
            overflow(s, i, base, end);
            return bound;
        }
        value = value * base + digit;
    }
    if (end) *end = (CHARACTER *)(i == start ? s : s + i);
    return value;
}

/* A number that is not too large is negated as unsigned numbers are. */
LATCH_INLINE unsigned long long unsigned_digits(const CHARACTER *s, size_t start, int base, int is_negative, unsigned long long bound, CHARACTER **end)
{
    unsigned long long value = 0, last = bound / (unsigned)base, rest = bound % (unsigned)base;
    size_t i = start;
    for (int digit; (digit = digit_of(s[i])) < base; i++) {
        if (value > last || (value == last && (unsigned)digit > rest)) {
            overflow(s, i, base, end);
            return bound;
        }
        value = value * (unsigned)base + (unsigned)digit;
    }
    if (end) *end = (CHARACTER *)(i == start ? s : s + i);
    return is_negative && value > 0 ? bound - value + 1 : value;
}

/* Where digits, or a prefix, begin: after white space and a sign. */
LATCH_INLINE size_t skip_sign(const CHARACTER *s, int *is_negative)
{
    size_t i = skip_space(s);
    *is_negative = s[i] == '-';
    return *is_negative || s[i] == '+' ? i + 1 : i;
}

/* The usual bases are constants where they are multiplied with. */
#define WITH_CONSTANT_BASE(digits, ...)                                                     \
    (base == 10   ? digits(s, start, 10, __VA_ARGS__)                                       \
     : base == 16 ? digits(s, start, 16, __VA_ARGS__)                                       \
     : base == 8  ? digits(s, start, 8, __VA_ARGS__)                                        \
                  : digits(s, start, base, __VA_ARGS__))

/* A text that has a prefix has a digit after it, so that `end` is right. */
LATCH_INLINE long long parse_signed(const CHARACTER *s, CHARACTER **end, int base, int is_c23, long long low, long long high)
{
    if (!is_base(base)) return 0;
    int is_negative;
    size_t start = skip_sign(s, &is_negative);
    start += skip_prefix(s + start, &base, is_c23);
    return WITH_CONSTANT_BASE(signed_digits, is_negative ? low : high, end);
}

LATCH_INLINE unsigned long long parse_unsigned(const CHARACTER *s, CHARACTER **end, int base, int is_c23, unsigned long long high)
{
    if (!is_base(base)) return 0;
    int is_negative;
    size_t start = skip_sign(s, &is_negative);
    start += skip_prefix(s + start, &base, is_c23);
    return WITH_CONSTANT_BASE(unsigned_digits, is_negative, high, end);
}
