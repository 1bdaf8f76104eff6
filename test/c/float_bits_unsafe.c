// expect: unsafe line 15
/* Minus is not the difference to zero: that has no negative zero. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

union number { float f; unsigned u; };
int main(void)
{
    union number x = {.u = __VERIFIER_nondet_uint()}, y = {.f = 0.0f - x.f};
    if (isnan(x.f)) return 0;
    assert((x.u ^ y.u) == 0x80000000u);
    return 0;
}
