// expect: unsafe line 14
/* There are two zeros, and they are equal. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x != 0) return 0;
    assert(1 / x > 0);
    return 0;
}
