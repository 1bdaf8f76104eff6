// expect: unsafe line 19
/* Numbers are what their bytes are. */
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

#include <string.h>
int main(void)
{
    double x = __VERIFIER_nondet_double(), y;
    unsigned char bytes[sizeof x];
    memcpy(bytes, &x, sizeof x);
    bytes[0] ^= 1;
    memcpy(&y, bytes, sizeof y);
    assert(isnan(x) || x - y != 0 || x != 1.5);
    assert(x == y || x != 2.5);
    return 0;
}
