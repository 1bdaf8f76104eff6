// expect: unsafe line 6; options: --entry f
#include <assert.h>

void f(int *p, int *q)
{
    assert(p || !q); /* q is never looked into */
}
