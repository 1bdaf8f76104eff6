// expect: unknown
// Floating point is not followed: no proof, but where a failing run is real, it is found.
#include <assert.h>
#include <math.h>

int main(void)
{
    volatile double x = 16.0;
    assert(sqrt(x) == 4.0);
    return 0;
}
