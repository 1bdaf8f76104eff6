// expect: safe
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Converts a whole argument to an int; returns 0 on success. */
static int parse_int(const char *s, int *out)
{
    char *end;
    long v;

    errno = 0;
    v = strtol(s, &end, 10);
    if (end == s || *end != '\0')
        return -1;
    if (errno == ERANGE)
        return -1;
    if (v < INT_MIN || v > INT_MAX)
        return -1;
    *out = (int)v;
    assert((long)*out == v);
    return 0;
}

int main(int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++) {
        int v;

        if (parse_int(argv[i], &v) != 0) {
            fprintf(stderr, "%s: not an integer\n", argv[i]);
            return 1;
        }
        printf("%d\n", v);
    }
    return 0;
}
