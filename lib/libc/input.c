/* Reading from streams. */

#include "stream.h"

#include <errno.h>
#include <stdlib.h>

#define NO_MORE "a stream that has ended has no more to come, unlike one from a terminal"

/* ---- characters ---- */

LATCH_LIBRARY int fgetc(FILE *stream) { return stream_next(stream_of(stream)); }
LATCH_LIBRARY int getc(FILE *stream) { return stream_next(stream_of(stream)); }
LATCH_LIBRARY int _IO_getc(FILE *stream) { return stream_next(stream_of(stream)); }
LATCH_LIBRARY int getchar(void) { return stream_next(stream_of(stdin)); }
LATCH_LIBRARY int fgetc_unlocked(FILE *stream) { return stream_next(stream_of(stream)); }
LATCH_LIBRARY int getc_unlocked(FILE *stream) { return stream_next(stream_of(stream)); }
LATCH_LIBRARY int getchar_unlocked(void) { return stream_next(stream_of(stdin)); }

LATCH_LIBRARY int getw(FILE *stream)
{
    int v = 0;
    for (size_t i = 0; i < sizeof v; i++) {
        int c = stream_next(stream_of(stream));
        if (c == EOF) return EOF;
        ((unsigned char *)&v)[i] = (unsigned char)c;
    }
    return v;
}

LATCH_LIBRARY int ungetc(int c, FILE *stream)
{
    struct latch_file *f = stream_of(stream);
    if (c == EOF) return EOF;
    if (f->from == FROM_NOWHERE) latch_limit("ungetc on a stream for writing");
    if (f->pushed != EOF) latch_limit("ungetc of more than one character");
    f->pushed = (unsigned char)c;
    if (f->end == END_FLAGGED) latch_assumption(NO_MORE);
    if (f->end == END_FLAGGED) f->end = END_SEEN;
    return f->pushed;
}

/* ---- lines ---- */

/* Whether a line that the last byte has not ended was cut off by a failure: EOF came, and not for the end. */
LATCH_INLINE _Bool has_failed(const struct latch_file *f, int last)
{
    if (last != EOF || f->end == END_FLAGGED) return 0;
    return f->end == END_FAILED || latch_any_bool();
}

LATCH_LIBRARY char *fgets(char *restrict to, int size, FILE *restrict stream)
{
    struct latch_file *f = stream_of(stream);
    int n = 0;
    if (size <= 0) return NULL;
    if (size > 1) {
        int c = 0;
        while (n < size - 1 && c != '\n') {
            c = stream_next(f);
            if (c == EOF) break;
            to[n++] = (char)c;
        }
        if (n == 0 || has_failed(f, c)) return NULL;
    }
    to[n] = '\0';
    return to;
}

LATCH_LIBRARY char *fgets_unlocked(char *restrict to, int size, FILE *restrict stream) { return fgets(to, size, stream); }

LATCH_LIBRARY char *gets(char *to)
{
    struct latch_file *f = stream_of(stdin);
    int c = stream_next(f);
    if (c == EOF) return NULL;
    size_t n = 0;
    for (; c != EOF && c != '\n'; c = stream_next(f)) to[n++] = (char)c;
    if (has_failed(f, c)) return NULL;
    to[n] = '\0';
    return to;
}

/* A larger object with what is there so far. Its size is the library's choice, but at least twice the old one. */
LATCH_INLINE _Bool grow_line(char **line, size_t *size)
{
    size_t larger = latch_any_ulong();
    latch_assume(larger >= 2 * *size && larger >= 2 && larger <= PTRDIFF_MAX);
    char *next = malloc(larger);
    if (!next) {
        latch_errno = ENOMEM;
        return 0;
    }
    memcpy(next, *line, *size);
    free(*line);
    *line = next;
    *size = larger;
    return 1;
}

LATCH_INLINE _Bool begin_line(char **line, size_t *size)
{
    if (*line && *size) return 1;
    *size = 120;
    *line = malloc(120);
    if (!*line) latch_errno = ENOMEM;
    return *line != NULL;
}

LATCH_LIBRARY ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream)
{
    struct latch_file *f = stream_of(stream);
    if (!line || !size) {
        latch_errno = EINVAL;
        return -1;
    }
    if (ferror(stream) || !begin_line(line, size)) return -1;
    size_t n = 0;
    int c;
    do {
        c = stream_next(f);
        if (c == EOF) break;
        if (n + 2 > *size && !grow_line(line, size)) return -1;
        (*line)[n++] = (char)c;
    } while (c != (unsigned char)delimiter);
    if (n == 0) return -1;
    (*line)[n] = '\0';
    return (ssize_t)n;
}

LATCH_LIBRARY ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream)
{
    return getdelim(line, size, delimiter, stream);
}

LATCH_LIBRARY ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream)
{
    return getdelim(line, size, '\n', stream);
}

/* ---- blocks ---- */

LATCH_LIBRARY size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    struct latch_file *f = stream_of(stream);
    size_t wanted = size * count, n = 0;
    if (wanted == 0) return 0;
    if (f->end == END_FLAGGED) latch_assumption(NO_MORE); /* a large block is asked for all the same */
    while (n < wanted) {
        int c = stream_next(f);
        if (c == EOF) break;
        ((char *)to)[n++] = (char)c;
    }
    return n == wanted ? count : n / size;
}

LATCH_LIBRARY size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    return fread(to, size, count, stream);
}
