#include "format.h"

#include <limits.h>
#include <stdlib.h>

enum { WIDEST = 1 << 24 }; /* of a field: more is not modelled */

LATCH_INLINE size_t put(char *to, size_t size, size_t n, char c)
{
    if (n + 1 < size) to[n] = c;
    return n + 1;
}

LATCH_LIBRARY size_t latch_format_char(char *to, size_t size, size_t n, char c) { return put(to, size, n, c); }

LATCH_LIBRARY size_t latch_format_text(char *to, size_t size, size_t n, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (n + i + 1 < size) to[n + i] = text[i];
    }
    return n + length;
}

/* ---- integers ---- */

LATCH_INLINE unsigned long long magnitude_of(long long v) { return v < 0 ? (unsigned long long)(-(v + 1)) + 1 : (unsigned long long)v; }

LATCH_INLINE unsigned digit_count(unsigned long long v, unsigned base)
{
    unsigned digits = 1;
    for (; v >= base; v /= base) digits++;
    return digits;
}

LATCH_INLINE char digit_of(unsigned v, int flags)
{
    if (v < 10) return (char)('0' + v);
    return (char)((flags & FORMAT_UPPER ? 'A' : 'a') + (v - 10));
}

/* The last digits of v. */
LATCH_INLINE size_t put_digits(char *to, size_t size, size_t n, unsigned long long v, unsigned digits, unsigned base, int flags)
{
    for (unsigned i = digits; i > 0; i--) {
        if (n + i < size) to[n + i - 1] = digit_of((unsigned)(v % base), flags);
        v /= base;
    }
    return n + digits;
}

/* The same of an int in base 10, without a loop: a prover sees how long the text is, and which digit is where. */
LATCH_INLINE unsigned decimal_count(unsigned v)
{
    return 1u + (v >= 10) + (v >= 100) + (v >= 1000) + (v >= 10000) + (v >= 100000) + (v >= 1000000) + (v >= 10000000) + (v >= 100000000) +
           (v >= 1000000000);
}

LATCH_INLINE void put_decimal_digit(char *to, size_t size, size_t at, unsigned v)
{
    if (at + 1 < size) to[at] = (char)('0' + v % 10);
}

LATCH_INLINE size_t put_decimal(char *to, size_t size, size_t n, unsigned v, unsigned digits)
{
    size_t end = n + digits;
    if (digits >= 1) put_decimal_digit(to, size, end - 1, v);
    if (digits >= 2) put_decimal_digit(to, size, end - 2, v / 10);
    if (digits >= 3) put_decimal_digit(to, size, end - 3, v / 100);
    if (digits >= 4) put_decimal_digit(to, size, end - 4, v / 1000);
    if (digits >= 5) put_decimal_digit(to, size, end - 5, v / 10000);
    if (digits >= 6) put_decimal_digit(to, size, end - 6, v / 100000);
    if (digits >= 7) put_decimal_digit(to, size, end - 7, v / 1000000);
    if (digits >= 8) put_decimal_digit(to, size, end - 8, v / 10000000);
    if (digits >= 9) put_decimal_digit(to, size, end - 9, v / 100000000);
    if (digits >= 10) put_decimal_digit(to, size, end - 10, v / 1000000000);
    return end;
}

LATCH_INLINE unsigned magnitude_of_int(int v) { return v < 0 ? (unsigned)(-(v + 1)) + 1 : (unsigned)v; }

LATCH_LIBRARY size_t latch_format_uint(char *to, size_t size, size_t n, unsigned v) { return put_decimal(to, size, n, v, decimal_count(v)); }

LATCH_LIBRARY size_t latch_format_int(char *to, size_t size, size_t n, int v)
{
    if (v < 0) n = put(to, size, n, '-');
    unsigned magnitude = magnitude_of_int(v);
    return put_decimal(to, size, n, magnitude, decimal_count(magnitude));
}

LATCH_LIBRARY size_t latch_format_unsigned(char *to, size_t size, size_t n, unsigned long long v, unsigned base, int flags)
{
    return put_digits(to, size, n, v, digit_count(v, base), base, flags);
}

LATCH_LIBRARY size_t latch_format_signed(char *to, size_t size, size_t n, long long v)
{
    if (v < 0) n = put(to, size, n, '-');
    unsigned long long magnitude = magnitude_of(v);
    return put_digits(to, size, n, magnitude, digit_count(magnitude, 10), 10, 0);
}

/* ---- fields ---- */

LATCH_INLINE size_t pad(char *to, size_t size, size_t n, char c, int times)
{
    for (int i = 0; i < times; i++) n = put(to, size, n, c);
    return n;
}

LATCH_INLINE int field_flags(int flags, int width) { return width < 0 ? flags | FORMAT_LEFT : flags; }

LATCH_INLINE int field_width(int width)
{
    if (width < -WIDEST || width > WIDEST) latch_limit("a field of more than 16777216 characters");
    return width < 0 ? -width : width;
}

LATCH_INLINE int field_precision(int precision)
{
    if (precision > WIDEST) latch_limit("a precision of more than 16777216");
    return precision;
}

/* What stands around the digits of a number. */
struct frame {
    char sign; /* or 0 */
    _Bool has_prefix;
    int zeros, spaces;
};

LATCH_INLINE void make_frame(struct frame *out, int digits, int least_zeros, int flags, int width, int precision)
{
    int before = (out->sign != 0) + 2 * out->has_prefix;
    out->zeros = precision - digits > least_zeros ? precision - digits : least_zeros;
    int rest = width - before - digits;
    if ((flags & FORMAT_ZERO) && !(flags & FORMAT_LEFT) && precision < 0 && rest > out->zeros) out->zeros = rest;
    out->spaces = rest - out->zeros;
}

LATCH_INLINE size_t put_before(char *to, size_t size, size_t n, const struct frame *around, int flags)
{
    if (!(flags & FORMAT_LEFT)) n = pad(to, size, n, ' ', around->spaces);
    if (around->sign) n = put(to, size, n, around->sign);
    if (around->has_prefix) {
        n = put(to, size, n, '0');
        n = put(to, size, n, flags & FORMAT_UPPER ? 'X' : 'x');
    }
    return pad(to, size, n, '0', around->zeros);
}

LATCH_INLINE size_t put_after(char *to, size_t size, size_t n, const struct frame *around, int flags)
{
    return flags & FORMAT_LEFT ? pad(to, size, n, ' ', around->spaces) : n;
}

LATCH_INLINE size_t put_field(char *to, size_t size, size_t n, char sign, unsigned long long v, unsigned base, int flags, int width, int precision)
{
    flags = field_flags(flags, width);
    width = field_width(width);
    precision = field_precision(precision);
    int digits = v == 0 && precision == 0 ? 0 : (int)digit_count(v, base);
    _Bool is_alternate = (flags & FORMAT_ALTERNATE) != 0;
    struct frame around = {.sign = sign, .has_prefix = base == 16 && v != 0 && is_alternate};
    make_frame(&around, digits, base == 8 && is_alternate && (v != 0 || digits == 0), flags, width, precision);
    n = put_before(to, size, n, &around, flags);
    n = put_digits(to, size, n, v, (unsigned)digits, base, flags);
    return put_after(to, size, n, &around, flags);
}

LATCH_INLINE size_t put_decimal_field(char *to, size_t size, size_t n, char sign, unsigned v, int flags, int width, int precision)
{
    flags = field_flags(flags, width);
    width = field_width(width);
    precision = field_precision(precision);
    unsigned digits = v == 0 && precision == 0 ? 0 : decimal_count(v);
    struct frame around = {.sign = sign, .has_prefix = 0};
    make_frame(&around, (int)digits, 0, flags, width, precision);
    n = put_before(to, size, n, &around, flags);
    n = put_decimal(to, size, n, v, digits);
    return put_after(to, size, n, &around, flags);
}

LATCH_INLINE char sign_of(_Bool is_negative, int flags)
{
    if (is_negative) return '-';
    if (flags & FORMAT_PLUS) return '+';
    return flags & FORMAT_SPACE ? ' ' : 0;
}

LATCH_LIBRARY size_t latch_format_int_field(char *to, size_t size, size_t n, int v, int flags, int width, int precision)
{
    return put_decimal_field(to, size, n, sign_of(v < 0, flags), magnitude_of_int(v), flags, width, precision);
}

LATCH_LIBRARY size_t latch_format_uint_field(char *to, size_t size, size_t n, unsigned v, int flags, int width, int precision)
{
    return put_decimal_field(to, size, n, 0, v, flags, width, precision);
}

LATCH_LIBRARY size_t latch_format_signed_field(char *to, size_t size, size_t n, long long v, int flags, int width, int precision)
{
    return put_field(to, size, n, sign_of(v < 0, flags), magnitude_of(v), 10, flags, width, precision);
}

LATCH_LIBRARY size_t latch_format_unsigned_field(char *to, size_t size, size_t n, unsigned long long v, unsigned base, int flags, int width,
                                                 int precision)
{
    return put_field(to, size, n, 0, v, base, flags, width, precision);
}

LATCH_LIBRARY size_t latch_format_char_field(char *to, size_t size, size_t n, char c, int flags, int width)
{
    flags = field_flags(flags, width);
    width = field_width(width);
    if (!(flags & FORMAT_LEFT)) n = pad(to, size, n, ' ', width - 1);
    n = put(to, size, n, c);
    return flags & FORMAT_LEFT ? pad(to, size, n, ' ', width - 1) : n;
}

/* ---- strings ---- */

LATCH_LIBRARY size_t latch_format_string(char *to, size_t size, size_t n, const char *s)
{
    size_t i = 0;
    for (; s[i]; i++) {
        if (n + i + 1 < size) to[n + i] = s[i];
    }
    return n + i;
}

/* What glibc prints for a null pointer. */
LATCH_LIBRARY size_t latch_format_string_or_null(char *to, size_t size, size_t n, const char *s)
{
    if (s) return latch_format_string(to, size, n, s);
    n = put(to, size, n, '(');
    n = put(to, size, n, 'n');
    n = put(to, size, n, 'u');
    n = put(to, size, n, 'l');
    n = put(to, size, n, 'l');
    return put(to, size, n, ')');
}

LATCH_INLINE size_t length_to(const char *s, int precision)
{
    size_t i = 0;
    while ((precision < 0 || i < (size_t)precision) && s[i]) i++;
    return i;
}

LATCH_LIBRARY size_t latch_format_string_field(char *to, size_t size, size_t n, const char *s, int flags, int width, int precision)
{
    flags = field_flags(flags, width);
    width = field_width(width);
    size_t length = length_to(s, precision);
    int spaces = (size_t)width > length ? width - (int)length : 0;
    if (!(flags & FORMAT_LEFT)) n = pad(to, size, n, ' ', spaces);
    for (size_t i = 0; i < length; i++) {
        if (n + i + 1 < size) to[n + i] = s[i];
    }
    n += length;
    return flags & FORMAT_LEFT ? pad(to, size, n, ' ', spaces) : n;
}

LATCH_LIBRARY size_t latch_format_string_field_or_null(char *to, size_t size, size_t n, const char *s, int flags, int width, int precision)
{
    if (!s) latch_limit("a null pointer for %s with a width or a precision");
    return latch_format_string_field(to, size, n, s, flags, width, precision);
}

/* ---- contracts ---- */

LATCH_LIBRARY size_t latch_format_any_field(char *to, size_t size, size_t n, int longest, int usual_precision, int width, int precision)
{
    width = field_width(width);
    precision = field_precision(precision);
    int length = any_in(1, longest + (precision < 0 ? usual_precision : precision));
    if (length < width) length = width;
    for (int i = 0; i < length; i++) {
        char c = latch_any_char();
        latch_assume(' ' <= c && c <= '~');
        n = put(to, size, n, c);
    }
    return n;
}

/* ---- results ---- */

LATCH_INLINE int result_of(size_t n)
{
    if (n > INT_MAX) latch_limit("more characters than an int can count");
    return (int)n;
}

LATCH_LIBRARY int latch_format_end(char *to, size_t size, size_t n)
{
    if (size > 0) to[n < size ? n : size - 1] = '\0';
    return result_of(n);
}

LATCH_LIBRARY int latch_format_end_checked(char *to, size_t size, size_t n)
{
    if (n >= size) latch_abort();
    to[n] = '\0';
    return result_of(n);
}

LATCH_LIBRARY size_t latch_format_room(size_t size, size_t object)
{
    if (object < size) latch_abort();
    return size;
}

LATCH_LIBRARY int latch_format_sent(FILE *stream, size_t n)
{
    stream_write(stream_of(stream));
    return latch_any_bool() ? -1 : result_of(n);
}

LATCH_LIBRARY int latch_format_printed(size_t n) { return latch_format_sent(stdout, n); }

LATCH_LIBRARY int latch_format_sent_to(int fd, size_t n)
{
    (void)fd;
    errno_may_change();
    return latch_any_bool() ? -1 : result_of(n);
}

LATCH_LIBRARY char *latch_format_allocate(char **at, size_t n)
{
    char *object = malloc(n + 1);
    if (object || latch_any_bool()) *at = object;
    return object;
}

LATCH_LIBRARY size_t latch_format_allocated(const char *object, size_t n) { return object ? n + 1 : 0; }

LATCH_LIBRARY int latch_format_end_allocated(char *object, size_t size, size_t n)
{
    if (object) return latch_format_end(object, size, n);
    errno_fails();
    return -1;
}

LATCH_LIBRARY void latch_format_write(FILE *stream) { stream_write(stream_of(stream)); }

LATCH_LIBRARY void latch_format_write_standard(void) { errno_may_change(); }

LATCH_LIBRARY void latch_format_read(const char *s) { (void)strlen(s); }

LATCH_LIBRARY void latch_format_read_or_null(const char *s)
{
    if (s) (void)strlen(s);
}

LATCH_LIBRARY void latch_format_read_field(const char *s, int precision)
{
    if (s) (void)length_to(s, precision);
}
