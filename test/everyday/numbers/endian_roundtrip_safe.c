// expect: safe
// Store a number in little-endian order and load it again.
#include <assert.h>
#include <stdio.h>

extern unsigned int __VERIFIER_nondet_uint(void);

typedef unsigned char byte;

static void store32(byte *p, unsigned v)
{
    int i;

    for (i = 0; i < 4; i++)
        p[i] = (byte)(v >> (8 * i));
}

static unsigned load32(const byte *p)
{
    unsigned v = 0;
    int i;

    for (i = 0; i < 4; i++)
        v |= (unsigned)p[i] << (8 * i);
    return v;
}

int main(void)
{
    byte buf[4];
    unsigned x = __VERIFIER_nondet_uint();

    store32(buf, x);
    assert(load32(buf) == x);
    printf("%u\n", x);
    return 0;
}
