// expect: unsafe line 10; options: -v
// frexp stores an exponent.
#include <assert.h>
#include <math.h>

int main(void)
{
    int exponent = 1000000;
    frexp(8.0, &exponent);
    assert(exponent == 1000000);
    return 0;
}
