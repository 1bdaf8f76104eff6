// expect: unsafe line 15
/* Rounding to a shorter format. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x > -1 && x < 1)) return 0;
    float f = (float)x;
    assert(f > -1 && f < 1);
    return 0;
}
