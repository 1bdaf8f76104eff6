// expect: safe
// The exit status tells whether there were failures; only 8 bits survive.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int to_status(int failures)
{
    return failures > 255 ? 255 : failures;
}

int main(int argc, char **argv)
{
    long n;
    int failures, status;

    if (argc < 2)
        return 0;
    n = strtol(argv[1], NULL, 10);
    if (n < 0)
        n = 0;
    if (n > 1000)
        n = 1000;
    failures = (int)n;

    status = to_status(failures);
    if (failures > 0)
        assert((status & 0xff) != 0);
    else
        assert(status == 0);
    exit(status);
}
