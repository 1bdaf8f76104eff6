// expect: unsafe line 6; options: --entry f
#include <assert.h>

void f(int a, unsigned char b, _Bool c, long long d)
{
    assert(a != -7 || b != 255 || !c || d != -5000000000LL);
}
