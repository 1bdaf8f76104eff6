// expect: unsafe line 10; options: --check overflow
#include <limits.h>
#include <stdlib.h>

long __VERIFIER_nondet_long(void);

int main(void)
{
    long n = __VERIFIER_nondet_long();
    ldiv_t half = ldiv(n, n < 0 ? -1 : 2);
    return half.rem != 0;
}
