// expect: unsafe line 14
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
    if (!(x > -1e6f && x < 1e6f)) return 0;
    assert(floorf(x) == (int)x);
    return 0;
}
