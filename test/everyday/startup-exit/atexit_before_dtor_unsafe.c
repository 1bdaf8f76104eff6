// expect: unsafe line 19
// fails with: any run
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

__attribute__((destructor)) static void summary(void)
{
    assert(state == OPEN);
    fprintf(stderr, "%d events\n", events);
}

static void stop(void)
{
    state = CLOSED;
}

int main(int argc, char **argv)
{
    (void)argv;
    events = argc;
    if (atexit(stop) != 0)
        return 1;
    return 0;
}
