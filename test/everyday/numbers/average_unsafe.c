// expect: unsafe line 22
// fails with: nondet 4294967295, 3
// The average of two unsigned numbers lies between them.
#include <assert.h>
#include <stdio.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned average(unsigned a, unsigned b)
{
    return (a + b) / 2;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    unsigned lo = a < b ? a : b;
    unsigned hi = a < b ? b : a;
    unsigned m = average(a, b);

    assert(m >= lo && m <= hi);
    printf("%u\n", m);
    return 0;
}
