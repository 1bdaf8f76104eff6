// expect: unsafe line 8; options: --check abort
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0) assert(x != 8);
    return 0;
}
