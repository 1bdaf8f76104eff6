// expect: unsafe line 37
// fails with: args "-1" "5"
// Sum of arguments up to a terminating -1.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define LAST (-1)

static int sum_until_last(int x, ...)
{
    va_list ap;
    int sum = 0;

    va_start(ap, x);
    while (x != LAST) {
        sum += x;
        x = va_arg(ap, int);
    }
    va_end(ap);
    return sum;
}

int main(int argc, char **argv)
{
    long a, b;
    int sum;

    if (argc != 3)
        return 2;
    a = strtol(argv[1], NULL, 10);
    b = strtol(argv[2], NULL, 10);
    if (a < LAST || a > 1000 || b < 0 || b > 1000)
        return 1;
    sum = sum_until_last((int)a, (int)b, LAST);
    assert(sum == a + b);
    printf("%d\n", sum);
    return 0;
}
