// expect: safe
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
    memcpy(&y, bytes, sizeof y);
    assert(x != x || x == y);
    return 0;
}
