// expect: safe
/* The sum of what is below one, rounded, may be the whole. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    float t = __VERIFIER_nondet_float();
    if (!(t >= 0 && t <= 1)) return 0;
    float y = 2.0f + t * (8.0f - 2.0f);
    assert(y >= 2.0f && y <= 8.0f);
    return 0;
}
