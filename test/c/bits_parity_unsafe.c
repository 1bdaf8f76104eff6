// expect: unsafe line 19; options: --engine bits
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned parity(unsigned v)
{
    unsigned p = 0;
    while (v > 1) {
        p ^= v & 1;
        v >>= 1;
    }
    return p;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    assert(parity(a ^ b) == (parity(a) ^ parity(b)));
}
