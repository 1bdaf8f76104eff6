// expect: safe; options: --check abort
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 10 && x < 5) abort();
    return 0;
}
