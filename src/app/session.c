#include "app/session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 16, BAD_INPUT = 2 };

static void say(char *response)
{
    fputs(response, stdout);
    fflush(stdout);
    latch_free_text(response);
}

static void run_whole_commands(latch_session *s)
{
    char *response;
    while (!latch_session_is_over(s) && (response = latch_session_next(s))) say(response);
}

/* False: it cannot be read. */
static bool talk(latch_session *s, int file, const latch_options *options)
{
    static const char SPACE[] = "\n";
    char chunk[CHUNK];
    ssize_t n = 1;
    while (n > 0 && !latch_session_is_over(s)) {
        n = read(file, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR && !(options->stop && *options->stop)) n = 1;
        else latch_session_feed(s, n > 0 ? chunk : SPACE, n > 0 ? (size_t)n : 1);
        run_whole_commands(s);
    }
    if (n == 0) say(latch_session_end(s));
    return n >= 0;
}

int session_talk(const char *path, const latch_options *options, int over)
{
    int file = strcmp(path, "-") ? open(path, O_RDONLY) : STDIN_FILENO;
    if (file < 0) {
        fprintf(stderr, "%s: error: cannot open: %s\n", path, strerror(errno));
        return BAD_INPUT;
    }
    latch_session *s = latch_session_new(options);
    bool is_read = talk(s, file, options), is_stopped = options->stop && *options->stop;
    if (!is_read && !is_stopped) fprintf(stderr, "%s: error: cannot read: %s\n", path, strerror(errno));
    int code = !is_read && !is_stopped ? BAD_INPUT : is_stopped ? over : latch_session_errors(s) ? BAD_INPUT : 0;
    latch_session_free(s);
    if (file != STDIN_FILENO) close(file);
    return code;
}
