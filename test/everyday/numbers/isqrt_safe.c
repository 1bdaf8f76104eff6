// expect: safe
// Integer square root by bisection.
#include <assert.h>
#include <stdio.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned isqrt(unsigned n)
{
    unsigned lo = 0, hi = 256;

    while (hi - lo > 1) {
        unsigned mid = (lo + hi) / 2;

        if (mid * mid <= n)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned r;

    if (n > 0xffff)
        return 1;
    r = isqrt(n);
    assert(r * r <= n);
    assert((r + 1) * (r + 1) > n);
    printf("%u\n", r);
    return 0;
}
