// expect: safe
/* Sums commute, and do not associate. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    if (isnan(a) || isnan(b) || isinf(a) || isinf(b)) return 0;
    assert(a + b == b + a && a * b == b * a);
    return 0;
}
