// expect: unknown; options: --malloc-may-fail --check pointer,assert
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    if (!p) return 1;
    *p = 5;
    int *q = realloc(p, 8);
    if (q) return 2;
    /* the old object is still there */
    int old = *p;
    assert(old != 5);
    return 0;
}
