// expect: unsafe line 14
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int pick(int i)
{
    int a[100]; /* again for every call */
    return a[i];
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    assert(i < 50 || i > 99 || pick(i) != 17 || pick(i) != -4);
    return 0;
}
