// expect: unsafe line 34
// fails with: args "86400"
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define DAY 86400L

/* Prints a number of seconds as days, hours, minutes and seconds. */
int main(int argc, char **argv)
{
    char *end;
    long total, rest, d, h, m, s;

    if (argc < 2)
        return 1;
    errno = 0;
    total = strtol(argv[1], &end, 10);
    if (errno != 0 || end == argv[1] || *end != '\0' || total < 0) {
        fputs("not a duration\n", stderr);
        return 1;
    }
    rest = total;
    d = 0;
    if (rest > DAY) {
        d = rest / DAY;
        rest %= DAY;
    }
    h = rest / 3600;
    rest %= 3600;
    m = rest / 60;
    s = rest % 60;
    assert(h < 24);
    assert(m < 60 && s < 60);
    printf("%ldd %02ld:%02ld:%02ld\n", d, h, m, s);
    return 0;
}
