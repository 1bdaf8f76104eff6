// expect: safe
/* The number before one half, and a half, are one. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    if (!(x > -1000 && x < 1000)) return 0;
    int n = (int)(x < 0 ? x - 0.5f : x + 0.5f);
    assert(n >= -1000 && n <= 1000);
    return 0;
}
