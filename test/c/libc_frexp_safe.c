// expect: safe; options: -v
// frexp stores an exponent.
#include <assert.h>
#include <math.h>

int main(void)
{
    int exponent = 5;
    frexp(8.0, &exponent);
    assert(exponent < 100000);
    return 0;
}
