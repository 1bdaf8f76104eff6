// expect: unsafe line 10; options: -v
// The assertion of a handler that only `exit` in a callee leads to.
#include <assert.h>
#include <stdlib.h>

static int saved;

static void report(void)
{
    assert(saved);
}

static void stop(int status)
{
    saved = status;
    exit(status);
}

int main(void)
{
    if (atexit(report) != 0)
        return 0;
    stop(0);
}
