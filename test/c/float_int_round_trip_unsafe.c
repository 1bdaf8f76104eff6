// expect: unsafe line 14
/* A double holds every int, a float does not. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100000000) return 0;
    assert((int)(float)n == n);
    return 0;
}
