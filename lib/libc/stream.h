#ifndef LATCH_LIBC_STREAM_H
#define LATCH_LIBC_STREAM_H

/* A stream of stdio. What it holds is only what decides about the bytes that a program reads; nothing of what it writes is kept.
 *
 * Reading from standard input or from a file that was opened for reading only gives the bytes of the environment, in order. As soon as a
 * stream is also written to, repositioned, or shares its descriptor with other calls, it gives any bytes. Where the bytes end, reading
 * may also have failed (standard input is closed, or a folder); it then goes on failing. */

#include "environment.h"

#include <stdio.h>

enum {
    /* where the next byte comes from; from 0 on: the number of a file, for latch_stream */
    FROM_STDIN = -1,
    FROM_ANYWHERE = -2,
    FROM_NOWHERE = -3, /* a stream for writing */
    FROM_DESCRIPTOR = -4, /* standard input after a call of read: anywhere, too */
};

enum {
    END_NOT_SEEN,
    END_FLAGGED, /* feof is true, and every read fails */
    END_SEEN, /* the flag has been cleared, but there is nothing to come */
    END_FAILED, /* ferror is true */
};

struct latch_file {
    int from;
    int pushed; /* the next character, if ungetc or scanf has given one back, or EOF */
    int end;
};

extern struct latch_file latch_stdin, latch_stdout, latch_stderr;
extern _Bool latch_has_closed; /* a descriptor, which may be that of a stream */

LATCH_INLINE struct latch_file *stream_of(FILE *f) { return (struct latch_file *)f; }

/* The bytes are those of the environment. */
LATCH_INLINE _Bool stream_is_input(const struct latch_file *f) { return f->from >= FROM_STDIN; }

LATCH_INLINE int stream_any_byte(struct latch_file *f)
{
    int c = any_in(EOF, 255);
    f->end = c == EOF && latch_any_bool() ? END_FLAGGED : END_NOT_SEEN;
    return c;
}

/* A byte that nobody has given back. */
LATCH_INLINE int stream_fetch(struct latch_file *f)
{
    if (f->end == END_FLAGGED) return EOF;
    errno_may_change();
    if (f->from == FROM_NOWHERE) return EOF;
    if (!stream_is_input(f)) return stream_any_byte(f);
    int c = EOF;
    if (f->end == END_NOT_SEEN) {
        if (f->from == FROM_STDIN) {
            c = latch_input_stdin();
        } else {
            latch_stream(f->from);
            c = latch_input_file();
        }
        latch_assume(EOF <= c && c <= 255);
    }
    if (c == EOF && f->end != END_FAILED) f->end = latch_input_end() ? END_FAILED : END_FLAGGED;
    return c;
}

/* The next byte, or EOF. */
LATCH_INLINE int stream_next(struct latch_file *f)
{
    int c = f->pushed;
    if (c == EOF) return stream_fetch(f);
    f->pushed = EOF;
    return c;
}

/* The byte that comes next, or EOF; it stays. */
LATCH_INLINE int stream_peek(struct latch_file *f)
{
    if (f->pushed == EOF) f->pushed = stream_fetch(f);
    return f->pushed;
}

/* Something is written: what a stream that is read gives from then on is not known. */
LATCH_INLINE void stream_write(struct latch_file *f)
{
    if (f->from != FROM_NOWHERE) f->from = FROM_ANYWHERE;
    errno_may_change();
}

#endif
