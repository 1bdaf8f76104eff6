// expect: safe
// Median of three numbers.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static void order(int *x, int *y)
{
    if (*x > *y) {
        int t = *x;

        *x = *y;
        *y = t;
    }
}

static int median(int a, int b, int c)
{
    order(&a, &b);
    order(&b, &c);
    order(&a, &b);
    return b;
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int m = median(a, b, c);
    int not_above = (a <= m) + (b <= m) + (c <= m);
    int not_below = (a >= m) + (b >= m) + (c >= m);

    assert(not_above >= 2 && not_below >= 2);
    printf("%d\n", m);
    return 0;
}
