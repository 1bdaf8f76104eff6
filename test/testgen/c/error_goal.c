// expect: complete; unreachable: 13; fails; options: --goal error
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 3);
    if (x == 4) reach_error();
    __VERIFIER_assert(x != 5);
    assert(x != 3);
    return 0;
}
