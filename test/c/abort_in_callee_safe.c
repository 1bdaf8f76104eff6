// expect: safe; options: --check abort
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int checked(int x)
{
    if (x < 0) abort();
    return x;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    return x >= 0 ? checked(x) == 3 : 0;
}
