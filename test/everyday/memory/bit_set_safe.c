// expect: safe
// A set of small numbers as an array of bytes.
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define BITS 32

static unsigned char set[BITS / 8];

static void add(unsigned i)
{
    set[i / 8] |= (unsigned char)(1u << (i % 8));
}

static void del(unsigned i)
{
    set[i / 8] &= (unsigned char)~(1u << (i % 8));
}

static int has(unsigned i)
{
    return (set[i / 8] >> (i % 8)) & 1;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uchar() % BITS;
    unsigned b = __VERIFIER_nondet_uchar() % BITS;

    add(a);
    assert(has(a));
    del(b);
    assert(!has(b));
    printf("%d\n", has(a));
    return 0;
}
