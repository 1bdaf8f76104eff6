// expect: safe; options: --entry f
#include <assert.h>

void f(int *p, int *q)
{
    if (p == q) assert(!(p && !q));
}
