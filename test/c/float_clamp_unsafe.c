// expect: unsafe line 14
/* What is no number passes every comparison by. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

static float clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
int main(void)
{
    float y = clamp(__VERIFIER_nondet_float(), -1.0f, 1.0f);
    assert(y >= -1.0f && y <= 1.0f);
    return 0;
}
