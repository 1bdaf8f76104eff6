// expect: unsafe line 33
// fails with: nondet 5, 0, 1
// Modular exponentiation.
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned powmod(unsigned base, unsigned exp, unsigned m)
{
    unsigned result = 1;

    base %= m;
    while (exp > 0) {
        if (exp & 1)
            result = result * base % m;
        base = base * base % m;
        exp >>= 1;
    }
    return result;
}

int main(void)
{
    unsigned base = __VERIFIER_nondet_uchar();
    unsigned exp = __VERIFIER_nondet_uchar();
    unsigned m = __VERIFIER_nondet_uchar();
    unsigned r;

    if (m == 0 || exp > 15)
        return 0;
    r = powmod(base, exp, m);
    assert(r < m);
    printf("%u\n", r);
    return 0;
}
