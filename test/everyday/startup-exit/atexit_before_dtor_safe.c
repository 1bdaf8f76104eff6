// expect: safe
// Functions registered with atexit in main run before the destructors.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static enum { CLOSED, OPEN } state = CLOSED;
static int events;

__attribute__((constructor))
static void start(void)
{
    state = OPEN;
}

static void summary(void)
{
    assert(state == OPEN);
    fprintf(stderr, "%d events\n", events);
}

__attribute__((destructor)) static void stop(void)
{
    state = CLOSED;
}

int main(int argc, char **argv)
{
    (void)argv;
    events = argc;
    if (atexit(summary) != 0)
        return 1;
    return 0;
}
