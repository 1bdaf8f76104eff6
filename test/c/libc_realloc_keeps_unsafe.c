// expect: unsafe line 11; options: -v
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof(int));
    p[0] = 1;
    p[1] = 2;
    p = realloc(p, 4 * sizeof(int));
    assert(p[2] == 2);
    free(p);
    return 0;
}
