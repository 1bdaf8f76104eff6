// expect: safe; options: --check pointer,assert
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    int *q = calloc(2, 4);
    *p = 1;
    assert(q && q[1] == 0);
    free(p);
    free(q);
    return 0;
}
