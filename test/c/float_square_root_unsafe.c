// expect: unsafe line 15
/* A root is rounded. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    if (!(x >= 1 && x <= 2)) return 0;
    float r = sqrtf(x);
    assert(r * r == x);
    return 0;
}
