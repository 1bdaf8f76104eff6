// expect: safe
// The square root is exact.
#include <assert.h>
#include <math.h>

int main(void)
{
    volatile double x = 16.0;
    assert(sqrt(x) == 4.0);
    return 0;
}
