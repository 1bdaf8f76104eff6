// expect: unknown; options: --engine bits --max-bound 10 --timeout 20
// The invariant i == j is beyond it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned i = 0, j = 0;
    while (__VERIFIER_nondet_int()) {
        i++;
        j++;
    }
    assert(i == j);
}
