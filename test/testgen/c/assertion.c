// expect: complete; unreachable: 11; fails
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 10) {
        int y = x * x;
        assert(y != 49);
        assert(y > 20);
    }
    return 0;
}
