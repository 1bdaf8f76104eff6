// expect: unsafe line 11; options: --malloc-may-fail --check pointer,assert
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = calloc(3, 4);
    int *q = malloc(4);
    if (!p) return 1;
    if (q) return 2;
    assert(p[1] != 0);
    return 0;
}
