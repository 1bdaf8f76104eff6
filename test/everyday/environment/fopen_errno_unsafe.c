// expect: unsafe line 36
// fails with: args "no-such-file"
// Report why a file cannot be opened.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int verbosity(void)
{
    const char *s = getenv("VERBOSE");
    long v;

    if (s == NULL)
        s = "1";
    errno = 0;
    v = strtol(s, NULL, 10);
    if (errno != 0 || v < 0 || v > 9)
        v = 1;
    errno = 0;
    return (int)v;
}

int main(int argc, char **argv)
{
    FILE *f;
    int err, level;

    if (argc != 2)
        return 2;
    f = fopen(argv[1], "r");
    if (f == NULL) {
        level = verbosity();
        err = errno;
        assert(err != 0);
        if (level > 0)
            fprintf(stderr, "cannot open file: %s\n", strerror(err));
        return 1;
    }
    fclose(f);
    return 0;
}
