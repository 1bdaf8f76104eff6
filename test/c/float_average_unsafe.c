// expect: unsafe line 15
/* A sum may be too large. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    if (!(a <= b && a >= -3e38f && b <= 3e38f)) return 0;
    float m = (a + b) / 2;
    assert(a <= m && m <= b);
    return 0;
}
