// expect: unsafe line 18
/* As many readings as you like. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    float level = 0.5f;
    for (int i = 0; i < n; i++) {
        float x = __VERIFIER_nondet_float();
        if (!(x < 0.0f || x > 1.0f)) level = x;
    }
    assert(level >= 0.0f && level <= 1.0f);
    return 0;
}
