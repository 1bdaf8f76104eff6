// expect: safe
// A variable in a branch that is not always taken.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int rounds = 0;
    for (int i = 0; i < 3; i++) {
        if (__VERIFIER_nondet_int()) {
            int unset;
            if (unset == 1234)
                rounds += 1;
        }
    }
    assert(rounds <= 3);
    return 0;
}
