// expect: safe
// How many blocks are needed for a number of bytes.
#include <assert.h>
#include <stdio.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned blocks_needed(unsigned bytes, unsigned block)
{
    return bytes / block + (bytes % block != 0);
}

int main(void)
{
    unsigned bytes = __VERIFIER_nondet_uint();
    unsigned shift = __VERIFIER_nondet_uint();
    unsigned block, n;

    if (shift > 16)
        return 1;
    block = 1u << shift;
    n = blocks_needed(bytes, block);
    assert((unsigned long long)n * block >= bytes);
    printf("%u blocks\n", n);
    return 0;
}
