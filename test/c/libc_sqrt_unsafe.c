// expect: unsafe line 9
// The square root is exact, and so is a run that shows another one to be wrong.
#include <assert.h>
#include <math.h>

int main(void)
{
    volatile double x = 16.0;
    assert(sqrt(x) == 5.0);
    return 0;
}
