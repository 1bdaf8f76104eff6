// expect: unsafe line 14
/* Sums commute, and do not associate. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
    if (!(a > 0 && a < 100 && b > 0 && b < 100 && c > 0 && c < 100)) return 0;
    assert((a + b) + c == a + (b + c));
    return 0;
}
