#include "stream_driver.h"

#include <stdlib.h>
#include <string.h>

int _IO_getc(FILE *stream);
char *gets(char *to);
ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *stream);
extern FILE *model_stdin;
int model_getc(FILE *stream);
static int any_getc(FILE *stream) { return is_model_run() ? model_getc(stream) : getc(stream); }

/* A few calls in a row, beyond the end. */
#define TIMES for (int turn = any_between(1, 8); turn > 0; turn--)
#define READING(f, statement)  \
    do {                       \
        before_input(f);       \
        statement;             \
        after_input(f);        \
        see(is_at_end(f));     \
    } while (0)

#define CHARACTER(name)                               \
    EXACT(name)                                       \
    {                                                 \
        FILE *in = open_input();                      \
        TIMES READING(in, see(f(in)));                \
        close_stream(in);                             \
    }
CHARACTER(fgetc)
CHARACTER(getc)
CHARACTER(_IO_getc)
CHARACTER(fgetc_unlocked)
CHARACTER(getc_unlocked)
CHARACTER(getw)

/* Functions that read standard input: it is another stream for the moment. */
static FILE *open_stdin(FILE **saved)
{
    FILE *in = open_input();
    FILE **variable = is_model_run() ? &model_stdin : &stdin;
    *saved = *variable;
    *variable = in;
    return in;
}

static void close_stdin(FILE *in, FILE *saved)
{
    *(is_model_run() ? &model_stdin : &stdin) = saved;
    close_stream(in);
}

#define STANDARD_CHARACTER(name)                      \
    EXACT(name)                                       \
    {                                                 \
        FILE *saved, *in = open_stdin(&saved);        \
        TIMES READING(in, see(f()));                  \
        close_stdin(in, saved);                       \
    }
STANDARD_CHARACTER(getchar)
STANDARD_CHARACTER(getchar_unlocked)

EXACT(gets)
{
    FILE *saved, *in = open_stdin(&saved);
    char *to = room(70);
    TIMES READING(in, see_pointer(f(to)));
    close_stdin(in, saved);
}

EXACT(ungetc)
{
    FILE *in = open_input();
    TIMES
    {
        int c = any_between(-1, 255);
        READING(in, see(any_getc(in)));
        /* a character of its own, and then what was there */
        see(f(c, in));
        see(is_at_end(in));
        if (c != EOF) see(any_getc(in));
    }
    close_stream(in);
}

#define LINE(name)                                                                \
    EXACT(name)                                                                   \
    {                                                                             \
        FILE *in = open_input();                                                  \
        char *to = room(20);                                                      \
        TIMES READING(in, see_pointer(f(to, any_between(-1, 20), in)));           \
        close_stream(in);                                                         \
    }
LINE(fgets)
LINE(fgets_unlocked)

#define BLOCK(name)                                                               \
    EXACT(name)                                                                   \
    {                                                                             \
        FILE *in = open_input();                                                  \
        char *to = room(64);                                                      \
        TIMES                                                                     \
        {                                                                         \
            size_t size = (size_t)any_between(0, 4), n = (size_t)any_between(0, 16); \
            READING(in, see((long long)f(to, size, n, in)));                      \
        }                                                                         \
        close_stream(in);                                                         \
    }
BLOCK(fread)
BLOCK(fread_unlocked)

#define ALLOCATED_LINE(name, call)                                                \
    CONTRACT(name)                                                                \
    {                                                                             \
        FILE *in = open_input();                                                  \
        char *line = NULL;                                                        \
        size_t size = 0;                                                          \
        TIMES                                                                     \
        {                                                                         \
            ssize_t n;                                                            \
            READING(in, n = call);                                                \
            see(n);                                                               \
            see((long long)size);                                                 \
            if (n >= 0) see_bytes(line, (size_t)n + 1);                           \
        }                                                                         \
        free(line);                                                               \
        close_stream(in);                                                         \
    }
ALLOCATED_LINE(getline, f(&line, &size, in))
ALLOCATED_LINE(getdelim, f(&line, &size, any_byte(), in))
ALLOCATED_LINE(__getdelim, f(&line, &size, 'a', in))

/* ---- state ---- */

#define FLAG(name)                                                                \
    EXACT(name)                                                                   \
    {                                                                             \
        FILE *in = open_input();                                                  \
        TIMES                                                                     \
        {                                                                         \
            READING(in, see(any_getc(in)));                                       \
            see(f(in) != 0);                                                      \
        }                                                                         \
        close_stream(in);                                                         \
    }
FLAG(feof)
FLAG(feof_unlocked)

#define ERROR_FLAG(name)                                                          \
    CONTRACT(name)                                                                \
    {                                                                             \
        bool reads = any_bool();                                                  \
        FILE *stream = reads ? open_input() : open_output();                      \
        if (reads) READING(stream, see(any_getc(stream)));                        \
        else if (!is_model_run()) fputc('a', stream), errno = *world_errno();     \
        *world_errno() = 0;                                                       \
        int result = f(stream) != 0;                                              \
        see(result);                                                              \
        if (!reads) choose(result);                                               \
        close_stream(stream);                                                     \
    }
ERROR_FLAG(ferror)
ERROR_FLAG(ferror_unlocked)

#define CLEAR(name)                                                               \
    EXACT(name)                                                                   \
    {                                                                             \
        FILE *in = open_input();                                                  \
        TIMES                                                                     \
        {                                                                         \
            READING(in, see(any_getc(in)));                                       \
            if (any_bool()) f(in);                                                \
            see(is_at_end(in));                                                   \
        }                                                                         \
        close_stream(in);                                                         \
    }
CLEAR(clearerr)
CLEAR(clearerr_unlocked)
