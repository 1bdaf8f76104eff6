// The sum of two valid temperatures fits in an int, so where is the bug? Latch finds the readings that show it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int average(int a, int b)
{
    return (a + b) / 2;
}

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    if (low < -100 || high > 100 || low > high) return 0;
    int middle = average(low, high);
    assert(low <= middle && middle < high);
    return 0;
}
