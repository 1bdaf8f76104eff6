// expect: unsafe line 11; options: --check pointer,assert
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    int *q = calloc(2, 4);
    *p = 1;
    free(p);
    *p = 2;
    free(q);
    return 0;
}
