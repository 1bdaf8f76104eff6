// expect: unsafe line 11
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 20) return 0;
    int a[n];
    a[0] = 0;
    assert(a[n - 1] != 31 || n != 7);
    return 0;
}
