// expect: safe
// Count bits with a table of nibbles.
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static const unsigned char nibble[16] = {
    0, 1, 1, 2, 1, 2, 2, 3,
    1, 2, 2, 3, 2, 3, 3, 4
};

static unsigned popcount(unsigned char b)
{
    return nibble[b >> 4] + nibble[b & 15];
}

int main(void)
{
    unsigned char b = __VERIFIER_nondet_uchar();
    unsigned n = 0, rest;

    for (rest = b; rest != 0; rest &= rest - 1)
        n++;
    assert(popcount(b) == n);
    printf("%u\n", n);
    return 0;
}
