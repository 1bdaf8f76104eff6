// expect: unsafe line 35
// fails with: nondet 3
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int count_bits(unsigned v)
{
    int n = 0;

    while (v != 0) {
        v &= v - 1;
        n++;
    }
    return n;
}

/* Parity by folding the byte. */
static unsigned parity(unsigned v)
{
    v ^= v >> 4;
    v ^= v >> 2;
    v |= v >> 1;
    return v & 1u;
}

int main(void)
{
    unsigned char b = __VERIFIER_nondet_uchar();
    unsigned word;

    word = ((unsigned)b << 1) | parity(b);
    printf("%03x\n", word);
    assert(count_bits(word) % 2 == 0);
    return 0;
}
