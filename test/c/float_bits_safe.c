// expect: safe
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
    union number x = {.u = __VERIFIER_nondet_uint()};
    if ((x.u & 0x7f800000u) == 0x7f800000u) return 0;
    union number y = {.f = -x.f};
    assert((x.u ^ y.u) == 0x80000000u);
    return 0;
}
