// expect: safe
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
    if (!(fabs(x) <= 1e300)) return 0;
    double y = x / 2 + 1;
    assert(!isinf(y) && !isnan(y));
    return 0;
}
