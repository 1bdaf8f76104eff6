// expect: safe
/* Down is not towards zero. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    if (!(x > -100 && x < 100)) return 0;
    float low = floorf(x), high = ceilf(x);
    assert(low <= x && x <= high);
    return 0;
}
