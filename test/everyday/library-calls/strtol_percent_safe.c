// expect: safe
// Parse a percentage given on the command line.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int parse_percent(const char *s, int *out)
{
    char *end;
    long v;

    errno = 0;
    v = strtol(s, &end, 10);
    if (end == s || *end != '\0')
        return -1;
    if (errno == ERANGE)
        return -1;
    if (v < 0 || v > 100)
        return -1;
    assert(end > s);
    *out = (int)v;
    return 0;
}

int main(int argc, char **argv)
{
    int percent = -1;

    if (argc != 2) {
        fprintf(stderr, "usage: percent N\n");
        return 2;
    }
    if (parse_percent(argv[1], &percent) != 0) {
        fprintf(stderr, "bad percentage\n");
        return 1;
    }
    assert(percent >= 0 && percent <= 100);
    printf("%d%%\n", percent);
    return 0;
}
