// expect: unsafe line 25
// fails with: nondet -1
// Fixed-point numbers with 8 fractional bits.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define ONE 256
#define LIMIT (1000 * ONE)

static int fixed_floor(int x)
{
    return x / ONE;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int f;

    if (x < -LIMIT || x > LIMIT)
        return 1;
    f = fixed_floor(x);
    assert(f * ONE <= x);
    assert(x - f * ONE < ONE);
    printf("%d\n", f);
    return 0;
}
