/* Streams: which there are, how they come and go, and their state. */

#include "stream.h"

#include <errno.h>
#include <stdlib.h>

struct latch_file latch_stdin = {FROM_STDIN, EOF, END_NOT_SEEN};
struct latch_file latch_stdout = {FROM_NOWHERE, EOF, END_NOT_SEEN};
struct latch_file latch_stderr = {FROM_NOWHERE, EOF, END_NOT_SEEN};
FILE *stdin = (FILE *)&latch_stdin;
FILE *stdout = (FILE *)&latch_stdout;
FILE *stderr = (FILE *)&latch_stderr;

static int files_opened; /* for reading: the number of the next one */

LATCH_INLINE _Bool is_standard(const struct latch_file *f) { return f == &latch_stdin || f == &latch_stdout || f == &latch_stderr; }

/* ---- opening ---- */

/* Where a stream of this mode takes its bytes from: FROM_STDIN stands for a file that is only read. */
LATCH_INLINE int source_of_mode(const char *mode)
{
    for (int i = 1; i < 7 && mode[i]; i++) {
        if (mode[i] == '+') return FROM_ANYWHERE;
    }
    return mode[0] == 'r' ? FROM_STDIN : FROM_NOWHERE;
}

LATCH_INLINE _Bool is_mode(const char *mode) { return mode[0] == 'r' || mode[0] == 'w' || mode[0] == 'a'; }

/* Opens what the name stands for; where it cannot, errno says why. */
LATCH_INLINE _Bool open_file(struct latch_file *f, const char *path, const char *mode)
{
    (void)strlen(path);
    if (!is_mode(mode)) {
        latch_errno = EINVAL;
        return 0;
    }
    int from = source_of_mode(mode);
    int there = path[0] != '\0' && (from == FROM_STDIN ? latch_input_open() : latch_any_bool());
    if (!there) {
        errno_fails();
        return 0;
    }
    f->from = from == FROM_STDIN ? files_opened++ : from;
    f->pushed = EOF;
    f->end = END_NOT_SEEN;
    errno_may_change();
    return 1;
}

/* That there is no memory for it is among the reasons why opening fails. */
LATCH_INLINE struct latch_file *new_stream(int from)
{
    struct latch_file *f = malloc(sizeof *f);
    latch_assume(f != NULL);
    f->from = from;
    f->pushed = EOF;
    f->end = END_NOT_SEEN;
    return f;
}

LATCH_LIBRARY FILE *fopen(const char *restrict path, const char *restrict mode)
{
    struct latch_file opened;
    if (!open_file(&opened, path, mode)) return NULL;
    return (FILE *)new_stream(opened.from);
}

LATCH_LIBRARY FILE *fopen64(const char *restrict path, const char *restrict mode) { return fopen(path, mode); }

LATCH_LIBRARY FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    struct latch_file *f = stream_of(stream);
    f->from = FROM_ANYWHERE;
    if (path && open_file(f, path, mode)) return stream;
    if (path || latch_any_bool()) {
        errno_fails();
        return NULL;
    }
    f->pushed = EOF;
    f->end = END_NOT_SEEN;
    return stream;
}

/* NULL, or a stream with any bytes. */
LATCH_INLINE FILE *any_stream(void)
{
    if (!latch_any_bool()) return (FILE *)new_stream(FROM_ANYWHERE);
    errno_fails();
    return NULL;
}

LATCH_LIBRARY FILE *fdopen(int fd, const char *mode)
{
    (void)strlen(mode);
    if (fd == 0) latch_stdin.from = FROM_ANYWHERE;
    return any_stream();
}

LATCH_LIBRARY FILE *tmpfile(void) { return any_stream(); }

LATCH_LIBRARY FILE *popen(const char *command, const char *mode)
{
    (void)strlen(command);
    (void)strlen(mode);
    return any_stream();
}

/* Writing to such a stream would change the program's memory. */
LATCH_LIBRARY FILE *fmemopen(void *buffer, size_t size, const char *mode)
{
    if (!is_mode(mode) || source_of_mode(mode) != FROM_STDIN || !buffer) latch_limit("fmemopen for writing");
    touch(buffer, size);
    return any_stream();
}

LATCH_LIBRARY FILE *open_memstream(char **at, size_t *size)
{
    (void)at;
    (void)size;
    if (!latch_any_bool()) latch_limit("open_memstream");
    errno_fails();
    return NULL;
}

/* ---- closing ---- */

_Bool latch_has_closed;

/* A file that is only read is closed without a failure, unless its descriptor is gone already. Standard input may have been closed from the start. */
LATCH_LIBRARY int fclose(FILE *stream)
{
    struct latch_file *f = stream_of(stream);
    _Bool may_fail = f->from <= FROM_STDIN || latch_has_closed;
    f->from = FROM_ANYWHERE;
    if (!is_standard(f)) free(f);
    return may_fail ? zero_or_failure() : 0;
}

LATCH_LIBRARY int pclose(FILE *stream)
{
    free(stream_of(stream));
    errno_may_change();
    return latch_any_int();
}

/* What was given back may be forgotten. */
LATCH_LIBRARY int fflush(FILE *stream)
{
    if (stream && stream_of(stream)->pushed != EOF && latch_any_bool()) stream_of(stream)->pushed = EOF;
    return zero_or_failure();
}

LATCH_LIBRARY int fflush_unlocked(FILE *stream) { return fflush(stream); }

/* ---- state ---- */

LATCH_LIBRARY int feof(FILE *stream) { return stream_of(stream)->end == END_FLAGGED; }
LATCH_LIBRARY int feof_unlocked(FILE *stream) { return feof(stream); }

LATCH_LIBRARY int ferror(FILE *stream)
{
    const struct latch_file *f = stream_of(stream);
    return stream_is_input(f) ? f->end == END_FAILED : latch_any_bool();
}
LATCH_LIBRARY int ferror_unlocked(FILE *stream) { return ferror(stream); }

LATCH_LIBRARY void clearerr(FILE *stream)
{
    struct latch_file *f = stream_of(stream);
    if (f->end == END_NOT_SEEN) return;
    latch_assumption("a stream that has ended has no more to come, unlike one from a terminal");
    f->end = END_SEEN;
}
LATCH_LIBRARY void clearerr_unlocked(FILE *stream) { clearerr(stream); }

LATCH_LIBRARY int fileno(FILE *stream)
{
    struct latch_file *f = stream_of(stream);
    if (f == &latch_stdin) return 0;
    if (f == &latch_stdout) return 1;
    if (f == &latch_stderr) return 2;
    if (stream_is_input(f)) return any_in(0, 1 << 30);
    return descriptor_or_failure();
}
LATCH_LIBRARY int fileno_unlocked(FILE *stream) { return fileno(stream); }

/* ---- position ---- */

LATCH_LIBRARY int fseek(FILE *stream, long offset, int whence)
{
    (void)offset;
    (void)whence;
    struct latch_file *f = stream_of(stream);
    stream_write(f);
    f->pushed = EOF;
    int result = zero_or_failure();
    if (result == 0) f->end = END_NOT_SEEN;
    return result;
}

LATCH_LIBRARY int fseeko(FILE *stream, off_t offset, int whence) { return fseek(stream, (long)offset, whence); }
LATCH_LIBRARY int fseeko64(FILE *stream, off64_t offset, int whence) { return fseek(stream, (long)offset, whence); }

LATCH_LIBRARY void rewind(FILE *stream)
{
    struct latch_file *f = stream_of(stream);
    stream_write(f);
    f->pushed = EOF;
    f->end = END_NOT_SEEN;
}

LATCH_LIBRARY long ftell(FILE *stream)
{
    int from = stream_of(stream)->from;
    (void)from;
    long at = any_long_from(-1);
    if (at < 0) errno_fails();
    return at;
}

LATCH_LIBRARY off_t ftello(FILE *stream) { return ftell(stream); }

LATCH_LIBRARY off64_t ftello64(FILE *stream)
{
    int from = stream_of(stream)->from;
    (void)from;
    off64_t at = latch_any_llong();
    latch_assume(at >= -1);
    if (at < 0) errno_fails();
    return at;
}

LATCH_LIBRARY int fgetpos(FILE *restrict stream, fpos_t *restrict position)
{
    int from = stream_of(stream)->from;
    (void)from;
    put_any_bytes((char *)position, sizeof *position);
    return zero_or_failure();
}

LATCH_LIBRARY int fsetpos(FILE *stream, const fpos_t *position)
{
    touch((const char *)position, sizeof *position);
    return fseek(stream, 0, SEEK_SET);
}

/* ---- buffers ---- */

/* The program's own buffer would change with everything that is written or read. */
LATCH_LIBRARY int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    int from = stream_of(stream)->from;
    (void)from;
    (void)mode;
    (void)size;
    if (buffer) latch_limit("setvbuf with a buffer of the program");
    errno_may_change(); /* a mode that there is none is a failure without it */
    return latch_any_bool() ? EOF : 0;
}

LATCH_LIBRARY void setbuf(FILE *restrict stream, char *restrict buffer) { (void)setvbuf(stream, buffer, _IOFBF, BUFSIZ); }
LATCH_LIBRARY void setlinebuf(FILE *stream) { (void)setvbuf(stream, NULL, _IOLBF, 0); }

LATCH_LIBRARY void flockfile(FILE *stream) { (void)stream; }
LATCH_LIBRARY void funlockfile(FILE *stream) { (void)stream; }
