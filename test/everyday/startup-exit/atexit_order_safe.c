// expect: safe
// Handlers registered with atexit run in reverse order:
// the log has to be flushed before it is closed.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int log_open = 1;
static int pending;

static void close_log(void)
{
    log_open = 0;
}

static void flush_log(void)
{
    if (pending > 0) {
        assert(log_open);
        pending = 0;
    }
}

int main(int argc, char **argv)
{
    int i;

    if (atexit(close_log) != 0 || atexit(flush_log) != 0)
        return 1;
    for (i = 1; i < argc && i <= 4; i++) {
        if (argv[i][0] != '\0')
            pending++;
    }
    return 0;
}
