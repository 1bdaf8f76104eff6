// expect: unsafe line 9
#include <assert.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);

int main(void)
{
    double d = __VERIFIER_nondet_double();
    assert(d < 0.5 || __VERIFIER_nondet_float() < 0.5f);
    return 0;
}
