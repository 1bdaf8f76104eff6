/* y grows at most as fast as x: a relation between the two, which neither alone gives. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), y = 0;
    if (n < 0) return 0;
    for (int x = 0; x < n; x++)
        if (__VERIFIER_nondet_int()) y++;
    assert(y <= n);
    return 0;
}
