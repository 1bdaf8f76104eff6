#include "stream_driver.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int _IO_putc(int c, FILE *stream);
extern FILE *model_stdout;

#define CHARACTER(name)                                       \
    CONTRACT(name)                                            \
    {                                                         \
        FILE *out = open_output();                            \
        int c = any_int();                                    \
        before_errno();                                       \
        int result = f(c, out);                               \
        choose_errno_change();                                \
        see(result);                                          \
        choose(result == EOF);                                \
        close_stream(out);                                    \
    }
CHARACTER(fputc)
CHARACTER(putc)
CHARACTER(_IO_putc)
CHARACTER(fputc_unlocked)
CHARACTER(putc_unlocked)

CONTRACT(putw)
{
    FILE *out = open_output();
    before_errno();
    int result = f(any_int(), out);
    choose_errno_change();
    see(result);
    choose(result == EOF);
    close_stream(out);
}

/* Functions that write to standard output: it is another stream for the moment. */
static FILE *open_stdout(FILE **saved)
{
    FILE *out = open_output();
    FILE **variable = is_model_run() ? &model_stdout : &stdout;
    *saved = *variable;
    *variable = out;
    return out;
}

static void close_stdout(FILE *out, FILE *saved)
{
    *(is_model_run() ? &model_stdout : &stdout) = saved;
    close_stream(out);
}

#define STANDARD_CHARACTER(name, real)                        \
    CONTRACT_AS(name, real)                                   \
    {                                                         \
        FILE *saved, *out = open_stdout(&saved);              \
        int c = any_int();                                    \
        before_errno();                                       \
        int result = f(c);                                    \
        choose_errno_change();                                \
        see(result);                                          \
        choose(result == EOF);                                \
        close_stdout(out, saved);                             \
    }
STANDARD_CHARACTER(latch_c_putchar, putchar)
STANDARD_CHARACTER(putchar_unlocked, putchar_unlocked)

CONTRACT_AS(latch_c_puts, puts)
{
    FILE *saved, *out = open_stdout(&saved);
    char *string = any_string(20);
    before_errno();
    int result = f(string);
    choose_errno_change();
    see(choose(result));
    close_stdout(out, saved);
}

#define STRING(name)                                          \
    CONTRACT(name)                                            \
    {                                                         \
        FILE *out = open_output();                            \
        char *string = any_string(20);                        \
        before_errno();                                       \
        int result = f(string, out);                          \
        choose_errno_change();                                \
        see(choose(result));                                  \
        close_stream(out);                                    \
    }
STRING(fputs)
STRING(fputs_unlocked)

#define BLOCK(name)                                                               \
    CONTRACT(name)                                                                \
    {                                                                             \
        FILE *out = open_output();                                                \
        size_t size = (size_t)any_between(0, 3), n = (size_t)any_between(0, 10);  \
        char *bytes = any_bytes(size * n);                                        \
        before_errno();                                                           \
        size_t result = f(bytes, size, n, out);                                   \
        if (size && n) choose_errno_change();                                     \
        if (size && n) choose((long long)result);                                 \
        see((long long)result);                                                   \
        close_stream(out);                                                        \
    }
BLOCK(fwrite)
BLOCK(fwrite_unlocked)

/* Its text goes to standard error, which is closed for the moment. */
CONTRACT(perror)
{
    char *string = any_bool() ? any_string(5) : NULL;
    FILE *saved = stderr;
    if (!is_model_run()) stderr = open_output();
    else open_output();
    before_errno();
    f(string);
    choose_errno_change();
    if (!is_model_run()) {
        close_stream(stderr);
        stderr = saved;
    }
}

/* ---- opening and closing ---- */

/* A file of the system that is there, one that is not, or a mode that is none. */
static const char *any_path(void) { return any_bool() ? "/dev/null" : "/nonexistent/file"; }
static const char *any_mode(void)
{
    static const char *const modes[] = {"r", "rb", "w", "a", "r+", "rb+", "x"};
    return modes[any_between(0, 6)];
}

static void choose_opened(const char *mode, FILE *opened)
{
    if (mode[0] == 'x') return;
    choose(opened != NULL); /* there */
    if (opened) choose_errno_change();
    else choose(*world_errno());
}

static void end_stream(FILE *opened)
{
    int saved = errno;
    if (!opened) return;
    if (is_model_run()) free(opened);
    else fclose(opened);
    errno = saved;
}

#define OPEN(name)                                    \
    CONTRACT(name)                                    \
    {                                                 \
        const char *path = any_path();                \
        const char *mode = any_mode();                \
        before_errno();                               \
        FILE *opened = f(path, mode);                 \
        choose_opened(mode, opened);                  \
        see(opened != NULL);                          \
        end_stream(opened);                           \
    }
OPEN(fopen)
OPEN(fopen64)

/* The model gives NULL and errno, or a stream. */
static void see_any_stream(FILE *opened)
{
    choose(opened == NULL);
    if (!opened) choose(*world_errno());
    see(opened != NULL);
    end_stream(opened);
}

CONTRACT(fdopen)
{
    int fd = is_model_run() ? 7 : open("/dev/null", O_RDONLY);
    see_any_stream(f(fd, any_bool() ? "r" : "q"));
    if (!is_model_run()) {
        int saved = errno;
        close(fd);
        errno = saved;
    }
}

CONTRACT(tmpfile) { see_any_stream(f()); }

CONTRACT(fmemopen)
{
    size_t n = (size_t)any_between(1, 20);
    char *bytes = any_bytes(n);
    see_any_stream(f(bytes, n, "r"));
}

/* Of this, only the failure is modelled, and it has none. */
CONTRACT(open_memstream)
{
    if (!is_model_run()) {
        choose(1);
        choose(ENOMEM);
    }
    char *at;
    size_t size;
    FILE *opened = is_model_run() ? f(&at, &size) : NULL;
    *world_errno() = 0;
    see(opened != NULL);
}

static FILE *any_pipe(void)
{
    if (!is_model_run()) return popen("exit 3", "r");
    FILE *opened = malloc(sizeof(struct latch_file));
    *(struct latch_file *)opened = (struct latch_file){FROM_ANYWHERE, EOF, 0};
    return opened;
}

/* A process each: not for every round. */
CONTRACT(popen)
{
    if (any_between(0, 99)) return;
    FILE *opened = f("exit 3", any_bool() ? "r" : "q");
    choose(opened == NULL);
    if (!opened) choose(*world_errno());
    see(opened != NULL);
    int saved = *world_errno();
    if (opened && !is_model_run()) pclose(opened);
    else free(opened);
    *world_errno() = saved;
}

CONTRACT(pclose)
{
    if (any_between(0, 99)) return;
    FILE *stream = any_pipe();
    before_errno();
    int result = f(stream);
    choose_errno_change();
    see(choose(result));
}

/* A stream that may have something to write when it is closed. */
static FILE *any_own_stream(void)
{
    bool reads = any_bool(), is_full = any_bool();
    if (is_model_run()) {
        FILE *stream = malloc(sizeof(struct latch_file));
        *(struct latch_file *)stream = (struct latch_file){reads ? 0 : FROM_NOWHERE, EOF, 0};
        return stream;
    }
    int saved = errno;
    FILE *stream = fopen(is_full && !reads ? "/dev/full" : "/dev/null", reads ? "r" : "w");
    if (!reads) fputc('a', stream);
    errno = saved;
    return stream;
}

extern bool model_latch_has_closed; /* by the driver of close, for instance */

CONTRACT(fclose)
{
    FILE *stream = any_own_stream();
    model_latch_has_closed = false;
    bool reads = is_model_run() ? ((struct latch_file *)stream)->from == 0 : (__freadable(stream) != 0);
    int result = f(stream);
    if (!reads) choose_zero_or_failure(result);
    see(result);
}

CONTRACT(freopen)
{
    FILE *stream = any_own_stream();
    const char *path = any_path(), *mode = any_between(0, 1) ? "r" : "w";
    before_errno();
    FILE *opened = f(path, mode, stream);
    choose(opened != NULL);
    if (opened) choose_errno_change();
    else {
        choose(*world_errno());
        choose(*world_errno());
    }
    see(opened != NULL);
    if (opened || is_model_run()) end_stream(stream);
}

#define FLUSH(name)                                   \
    CONTRACT(name)                                    \
    {                                                 \
        FILE *stream = any_own_stream();              \
        see(choose_zero_or_failure(f(stream)));       \
        end_stream(stream);                           \
    }
FLUSH(fflush)
FLUSH(fflush_unlocked)

#define NUMBER(name)                                                                  \
    CONTRACT(name)                                                                    \
    {                                                                                 \
        FILE *stream = any_own_stream();                                              \
        int result = f(stream);                                                       \
        choose(result);                                                               \
        see(result);                                                                  \
        end_stream(stream);                                                           \
    }
NUMBER(fileno)
NUMBER(fileno_unlocked)

/* ---- position ---- */

#define SEEK(name)                                                                    \
    CONTRACT(name)                                                                    \
    {                                                                                 \
        FILE *in = open_input();                                                      \
        int offset = any_between(-5, 5);                                              \
        before_errno();                                                               \
        int result = f(in, offset, SEEK_SET);                                         \
        choose(0);                                                                    \
        see(choose_zero_or_failure(result));                                          \
        see(is_at_end(in));                                                           \
        close_stream(in);                                                             \
    }
SEEK(fseek)
SEEK(fseeko)
SEEK(fseeko64)

CONTRACT(rewind)
{
    FILE *in = open_input();
    before_errno();
    f(in);
    choose_errno_change();
    see(is_at_end(in));
    close_stream(in);
}

#define TELL(name)                                                                    \
    CONTRACT(name)                                                                    \
    {                                                                                 \
        FILE *in = open_input();                                                      \
        see(choose(f(in)));                                                           \
        close_stream(in);                                                             \
    }
TELL(ftell)
TELL(ftello)
TELL(ftello64)

CONTRACT(fgetpos)
{
    FILE *in = open_input();
    fpos_t *position = room(sizeof *position);
    int result = f(in, position);
    choose_bytes(position, sizeof *position);
    see(choose_zero_or_failure(result));
    close_stream(in);
}

CONTRACT(fsetpos)
{
    FILE *in = open_input();
    fpos_t *position = room(sizeof *position);
    memset(position, 0, sizeof *position);
    before_errno();
    int result = f(in, position);
    choose(0);
    see(choose_zero_or_failure(result));
    close_stream(in);
}

/* ---- buffers ---- */

CONTRACT(setvbuf)
{
    FILE *stream = any_own_stream();
    static const int modes[] = {_IONBF, _IOLBF, 99};
    before_errno();
    int result = f(stream, NULL, modes[any_between(0, 2)], 0);
    choose_errno_change();
    see(choose(result != 0));
    end_stream(stream);
}

CONTRACT(setbuf)
{
    FILE *stream = any_own_stream();
    before_errno();
    f(stream, NULL);
    choose_errno_change();
    choose(0);
    end_stream(stream);
}

CONTRACT(setlinebuf)
{
    FILE *stream = any_own_stream();
    before_errno();
    f(stream);
    choose_errno_change();
    choose(0);
    end_stream(stream);
}

#define LOCK(name, other)                             \
    EXACT(name)                                       \
    {                                                 \
        FILE *stream = any_own_stream();              \
        if (!is_model_run()) flockfile(stream);       \
        f(stream);                                    \
        if (!is_model_run()) other(stream);           \
        end_stream(stream);                           \
    }
LOCK(flockfile, funlockfile)
LOCK(funlockfile, flockfile)
