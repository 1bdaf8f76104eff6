// expect: unsafe line 14
/* Twice a large number is infinite. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (isinf(x) || isnan(x)) return 0;
    assert(!isinf(x * 2));
    return 0;
}
