// expect: unknown
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 3;
    p[1] = 4;
    p = realloc(p, 4 * sizeof *p);
    int k = p[2] + p[3];
    assert(k != 77);
    return 0;
}
