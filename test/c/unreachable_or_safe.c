// expect: safe; options: -v
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int twice(int x) { return 2 * x; }

int main(void)
{
    int a = __VERIFIER_nondet_int();
    if (a < 3 || a > 5) a = 3;
    while (a < 7) a++;
    assert(a == 7 || a == 8);
    assert((a == 7 && twice(a) == 14) || twice(a) == 16);
    assert(a == 7 || (twice(a) > 3 ? a : twice(a)) == 8 || a == 9);
    return 0;
}
