// expect: unsafe line 6; options: --entry f
#include <assert.h>

void f(int *p)
{
    if (p) assert(*p != 4);
}
