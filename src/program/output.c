#include "program/output.h"

#include <ctype.h>
#include <stdio.h>

enum { MAX_WIDTH = 4096 }; /* of what one conversion prints */

typedef struct arguments {
    const value *next;
    size_t left;
} arguments;

/* One conversion: %[flags][width][.precision][size]letter. */
typedef struct conversion {
    char flags[8];
    int width; /* 0: none */
    int precision; /* negative: none */
    uint32_t bits;
    char letter; /* 0 at the end of the format */
} conversion;

static int64_t take(arguments *a)
{
    if (!a->left) return 0;
    a->left--;
    return value_low_bits(a->next++);
}

/* A number or `*`; at most MAX_WIDTH. */
static const char *read_number(const char *at, arguments *a, int *out)
{
    int64_t n = 0;
    if (*at == '*') {
        n = (int32_t)(uint32_t)take(a);
        at++;
    }
    for (; isdigit((unsigned char)*at); at++)
        if (n <= MAX_WIDTH) n = n * 10 + (*at - '0');
    *out = (int)(n > MAX_WIDTH ? MAX_WIDTH : n < -MAX_WIDTH ? -MAX_WIDTH : n);
    return at;
}

static const char *read_size(const char *at, uint32_t *bits)
{
    *bits = 32;
    for (;; at++) {
        switch (*at) {
        case 'h': *bits = *bits == 16 ? 8 : 16; break;
        case 'l':
        case 'q':
        case 'L':
        case 'j':
        case 'z':
        case 't': *bits = 64; break;
        default: return at;
        }
    }
}

/* Reads what follows a %, up to the letter. */
static const char *read_conversion(const char *at, arguments *a, conversion *c)
{
    size_t n = 0;
    memset(c, 0, sizeof *c);
    c->precision = -1;
    for (; *at && strchr("-+ #0'", *at); at++)
        if (n < 6 && *at != '\'' && !strchr(c->flags, *at)) c->flags[n++] = *at;
    at = read_number(at, a, &c->width);
    if (c->width < 0) {
        c->width = -c->width;
        if (!strchr(c->flags, '-')) c->flags[n] = '-';
    }
    if (*at == '.') at = read_number(at + 1, a, &c->precision);
    at = read_size(at, &c->bits);
    c->letter = *at;
    return *at ? at + 1 : at;
}

static int64_t truncated(int64_t n, uint32_t bits, bool is_signed)
{
    if (bits >= 64) return n;
    uint64_t mask = (UINT64_C(1) << bits) - 1, low = (uint64_t)n & mask, sign = UINT64_C(1) << (bits - 1);
    return is_signed ? (int64_t)((low ^ sign) - sign) : (int64_t)low;
}

static void print_integer(text *out, const conversion *c, int64_t n)
{
    char spec[24];
    snprintf(spec, sizeof spec, "%%%s*.*ll%c", c->flags, c->letter);
    text_printf(out, spec, c->width, c->precision, (long long)n);
}

static void print_padded(text *out, const conversion *c, const char *bytes, size_t length)
{
    size_t width = (size_t)c->width;
    bool is_left = strchr(c->flags, '-') != NULL;
    for (size_t i = length; !is_left && i < width; i++) text_addc(out, ' ');
    text_add(out, bytes, length);
    for (size_t i = length; is_left && i < width; i++) text_addc(out, ' ');
}

static void print_pointer(text *out, const conversion *c, uint64_t address)
{
    char digits[32];
    snprintf(digits, sizeof digits, "0x%llx", (unsigned long long)address);
    const char *shown = address ? digits : "(nil)";
    print_padded(out, c, shown, strlen(shown));
}

static void print_conversion(text *out, const conversion *c, arguments *a)
{
    switch (c->letter) {
    case 0:
    case '%': text_addc(out, '%'); break;
    case 'd':
    case 'i': print_integer(out, c, truncated(take(a), c->bits, true)); break;
    case 'u':
    case 'x':
    case 'X':
    case 'o': print_integer(out, c, truncated(take(a), c->bits, false)); break;
    case 'c': {
        char byte = (char)take(a);
        print_padded(out, c, &byte, 1);
        break;
    }
    case 'p': print_pointer(out, c, (uint64_t)take(a)); break;
    default: take(a);
    }
}

void output_format(text *out, const char *format, const value *args, size_t n)
{
    arguments a = {args, n};
    while (*format) {
        size_t plain = strcspn(format, "%");
        text_add(out, format, plain);
        format += plain;
        if (!*format) break;
        conversion c;
        format = read_conversion(format + 1, &a, &c);
        print_conversion(out, &c, &a);
    }
}
