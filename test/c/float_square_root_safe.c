// expect: safe
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
    if (!(x >= 0 && x <= 100)) return 0;
    float r = sqrtf(x);
    assert(r >= 0 && r <= 10);
    return 0;
}
