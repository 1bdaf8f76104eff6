// expect: safe
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define LIMIT 1000000L

static int number(const char *s, long *v)
{
    char *end;

    errno = 0;
    *v = strtol(s, &end, 10);
    return errno == 0 && end != s && *end == '\0'
        && *v >= -LIMIT && *v <= LIMIT;
}

static long divide(long a, long b, long *rest)
{
    assert(b != 0);
    *rest = a % b;
    return a / b;
}

/* usage: calc a op b */
int main(int argc, char **argv)
{
    long a, b, r, rest;
    char op;

    if (argc != 4 || !number(argv[1], &a) || !number(argv[3], &b)) {
        fputs("usage: calc a op b\n", stderr);
        return 1;
    }
    op = argv[2][0];
    if (b == 0 && (op == '/' || op == '%')) {
        fputs("division by zero\n", stderr);
        return 1;
    }
    switch (op) {
    case '+':
        r = a + b;
        break;
    case '-':
        r = a - b;
        break;
    case '/':
        r = divide(a, b, &rest);
        break;
    case '%':
        divide(a, b, &rest);
        r = rest;
        break;
    default:
        return 1;
    }
    printf("%ld\n", r);
    return 0;
}
