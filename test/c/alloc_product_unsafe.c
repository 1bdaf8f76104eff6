// expect: unsafe line 13
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    size_t n = __VERIFIER_nondet_ulong();
    if (n < SIZE_MAX / 8) return 0;
    char *block = calloc(n, 32);
    assert(block);
    return 0;
}
