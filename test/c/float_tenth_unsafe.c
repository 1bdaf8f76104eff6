// expect: unsafe line 14
/* Ten tenths. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 10; i++) sum += 0.1;
    assert(sum == 1.0);
    return 0;
}
