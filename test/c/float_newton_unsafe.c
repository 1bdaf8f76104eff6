// expect: unsafe line 16
/* Two steps to a square root. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    float a = __VERIFIER_nondet_float();
    if (!(a >= 1 && a <= 4)) return 0;
    float x = a;
    for (int i = 0; i < 2; i++) x = 0.5f * (x + a / x);
    assert(x * x - a < 0.01f);
    return 0;
}
