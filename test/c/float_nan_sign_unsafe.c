// expect: unsafe line 15
/* The sign of a result that is no number is the processor's choice. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    double zero = __VERIFIER_nondet_double();
    if (zero != 0) return 0;
    double x = zero / zero;
    assert(!signbit(x));
    return 0;
}
