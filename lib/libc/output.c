/* Writing to streams: nothing of it is kept, and it may fail. */

#include "stream.h"

#include <stdlib.h>

LATCH_INLINE int put_character(struct latch_file *f, int c)
{
    stream_write(f);
    return latch_any_bool() ? EOF : (unsigned char)c;
}

LATCH_LIBRARY int fputc(int c, FILE *stream) { return put_character(stream_of(stream), c); }
LATCH_LIBRARY int putc(int c, FILE *stream) { return put_character(stream_of(stream), c); }
LATCH_LIBRARY int _IO_putc(int c, FILE *stream) { return put_character(stream_of(stream), c); }
/* The front end has a form of this one and of puts for calls whose result no one uses. */
int latch_c_putchar(int c);
LATCH_LIBRARY int latch_c_putchar(int c) { return put_character(stream_of(stdout), c); }
LATCH_LIBRARY int fputc_unlocked(int c, FILE *stream) { return put_character(stream_of(stream), c); }
LATCH_LIBRARY int putc_unlocked(int c, FILE *stream) { return put_character(stream_of(stream), c); }
LATCH_LIBRARY int putchar_unlocked(int c) { return put_character(stream_of(stdout), c); }

LATCH_LIBRARY int putw(int v, FILE *stream)
{
    (void)v;
    stream_write(stream_of(stream));
    return latch_any_bool() ? EOF : 0;
}

LATCH_LIBRARY int fputs(const char *restrict s, FILE *restrict stream)
{
    (void)strlen(s);
    stream_write(stream_of(stream));
    int result = latch_any_int();
    latch_assume(result >= EOF);
    return result;
}

LATCH_LIBRARY int fputs_unlocked(const char *restrict s, FILE *restrict stream) { return fputs(s, stream); }
int latch_c_puts(const char *s);
LATCH_LIBRARY int latch_c_puts(const char *s) { return fputs(s, stdout); }

LATCH_LIBRARY size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict stream)
{
    if (size == 0 || count == 0) return 0;
    touch(from, size * count);
    stream_write(stream_of(stream));
    return any_size_to(count);
}

LATCH_LIBRARY size_t fwrite_unlocked(const void *restrict from, size_t size, size_t count, FILE *restrict stream)
{
    return fwrite(from, size, count, stream);
}
