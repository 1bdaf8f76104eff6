// expect: safe
/* The sign of a result that is no number is the processor's choice. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

union number { double d; unsigned long long u; };
int main(void)
{
    double x = __VERIFIER_nondet_double();
    union number y = {.d = x * 0.0};
    if (isnan(x) || isinf(x)) return 0;
    assert((y.u << 1) == 0);
    return 0;
}
