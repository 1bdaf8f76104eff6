// expect: unsafe line 13
/* The order of blocks is that of their bytes, not of their numbers. */
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x[2] = {0}, y[2] = {0};
    for (int i = 0; i < 2; i++) x[i] = __VERIFIER_nondet_uint(), y[i] = __VERIFIER_nondet_uint();
    int order = memcmp(x, y, sizeof x);
    assert(x[0] >= y[0] || order < 0);
    return 0;
}
