// expect: safe
/* NaN is neither less nor not less. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x == x) return 0;
    assert(!(x < 1) && !(x >= 1) && x != 1 && isnan(x));
    return 0;
}
