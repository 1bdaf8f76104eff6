// expect: unsafe line 47
// fails with: nondet 4, 12
// Binary greatest common divisor of two small numbers.
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned gcd(unsigned a, unsigned b)
{
    unsigned shift = 0;

    if (a == 0)
        return b;
    if (b == 0)
        return a;
    if (((a | b) & 1) == 0) {
        a >>= 1;
        b >>= 1;
        shift++;
    }
    while (a != b) {
        if ((a & 1) == 0)
            a >>= 1;
        else if ((b & 1) == 0)
            b >>= 1;
        else if (a > b)
            a = (a - b) >> 1;
        else
            b = (b - a) >> 1;
    }
    return a << shift;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uchar();
    unsigned b = __VERIFIER_nondet_uchar();
    unsigned d, g;

    if (a == 0 || b == 0 || a > 40 || b > 40)
        return 0;
    g = gcd(a, b);
    assert(g > 0 && a % g == 0 && b % g == 0);
    for (d = 1; d <= a; d++) {
        if (a % d == 0 && b % d == 0)
            assert(d <= g);
    }
    printf("%u\n", g);
    return 0;
}
