#ifndef LATCH_LIBC_FORMAT_H
#define LATCH_LIBC_FORMAT_H

/* The steps into which src/front/llvm/library/format.c takes a call of the printf family apart. Each one adds its characters to those that there are so far
 * and returns how many that makes; what does not fit into `size` bytes is counted, but not stored. */

#include "stream.h"

/* The flags of a conversion. */
enum { FORMAT_LEFT = 1, FORMAT_PLUS = 2, FORMAT_SPACE = 4, FORMAT_ALTERNATE = 8, FORMAT_ZERO = 16, FORMAT_UPPER = 32 };

/* Without flags, width and precision. */
size_t latch_format_char(char *to, size_t size, size_t n, char c);
size_t latch_format_text(char *to, size_t size, size_t n, const char *text, size_t length);
size_t latch_format_int(char *to, size_t size, size_t n, int v);
size_t latch_format_uint(char *to, size_t size, size_t n, unsigned v);
size_t latch_format_signed(char *to, size_t size, size_t n, long long v);
size_t latch_format_unsigned(char *to, size_t size, size_t n, unsigned long long v, unsigned base, int flags);
size_t latch_format_string(char *to, size_t size, size_t n, const char *s);
size_t latch_format_string_or_null(char *to, size_t size, size_t n, const char *s);
/* With them; a precision below zero is none, a width below zero is FORMAT_LEFT and its absolute value. */
size_t latch_format_char_field(char *to, size_t size, size_t n, char c, int flags, int width);
size_t latch_format_int_field(char *to, size_t size, size_t n, int v, int flags, int width, int precision);
size_t latch_format_uint_field(char *to, size_t size, size_t n, unsigned v, int flags, int width, int precision);
size_t latch_format_signed_field(char *to, size_t size, size_t n, long long v, int flags, int width, int precision);
size_t latch_format_unsigned_field(char *to, size_t size, size_t n, unsigned long long v, unsigned base, int flags, int width,
                                   int precision);
size_t latch_format_string_field(char *to, size_t size, size_t n, const char *s, int flags, int width, int precision);
size_t latch_format_string_field_or_null(char *to, size_t size, size_t n, const char *s, int flags, int width, int precision);
/* Contracts: at least one printable character, at most `longest` and as many as the precision (below zero: the usual one), or as the width. */
size_t latch_format_any_field(char *to, size_t size, size_t n, int longest, int usual_precision, int width, int precision);

/* The call's result. */
int latch_format_end(char *to, size_t size, size_t n);
int latch_format_end_checked(char *to, size_t size, size_t n); /* __sprintf_chk: it must fit */
size_t latch_format_room(size_t size, size_t object); /* __snprintf_chk: size, which the object must have */
int latch_format_sent(FILE *stream, size_t n);
int latch_format_printed(size_t n);
int latch_format_sent_to(int fd, size_t n);
/* asprintf: the object for n characters, where its caller wants it, or NULL; then the result. */
char *latch_format_allocate(char **at, size_t n);
size_t latch_format_allocated(const char *object, size_t n); /* its size */
int latch_format_end_allocated(char *object, size_t size, size_t n);

/* For calls whose result no one looks at, and for those that stay as they are: what they do beside printing. */
void latch_format_write(FILE *stream);
void latch_format_write_standard(void); /* to stdout or stderr */
void latch_format_read(const char *s);
void latch_format_read_or_null(const char *s);
void latch_format_read_field(const char *s, int precision); /* it may be null */

#endif
