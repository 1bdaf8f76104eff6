// expect: safe
// Two numbers from the command line; numbers that do not fit are reported.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int overflowed(const char *s, long *out)
{
    errno = 0;
    *out = strtol(s, NULL, 10);
    return errno == ERANGE;
}

static int is_short_number(const char *s)
{
    size_t n = strspn(s, "0123456789");

    return n >= 1 && n <= 4 && s[n] == '\0';
}

int main(int argc, char **argv)
{
    long a, b;
    int bad_a, bad_b;

    if (argc < 3)
        return 2;
    bad_a = overflowed(argv[1], &a);
    bad_b = overflowed(argv[2], &b);

    if (is_short_number(argv[2]))
        assert(!bad_b);

    if (bad_a)
        printf("first number is too big\n");
    if (bad_b)
        printf("second number is too big\n");
    return bad_a || bad_b;
}
