// expect: safe
// A number and the sum of its digits leave the same remainder modulo 9.
#include <assert.h>
#include <stdio.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned digit_sum(unsigned n)
{
    unsigned sum = 0;

    while (n > 0) {
        sum += n % 10;
        n /= 10;
    }
    return sum;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned s;

    if (n > 99999)
        return 1;
    s = digit_sum(n);
    assert(s <= 9 * 5);
    assert(s % 9 == n % 9);
    printf("%u\n", s);
    return 0;
}
