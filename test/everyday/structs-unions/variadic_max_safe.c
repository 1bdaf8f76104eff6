// expect: safe
// Maximum of a variable number of arguments.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int max_of(int n, ...)
{
    va_list ap;
    int i, max;

    va_start(ap, n);
    max = va_arg(ap, int);
    for (i = 1; i < n; i++) {
        int x = va_arg(ap, int);

        if (x > max)
            max = x;
    }
    va_end(ap);
    return max;
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int m = max_of(3, a, b, c);

    assert(m >= a && m >= b && m >= c);
    assert(m == a || m == b || m == c);
    printf("%d\n", m);
    return 0;
}
