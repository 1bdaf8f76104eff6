// expect: unsafe line 11
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(10 * sizeof *p), *q = malloc(sizeof *q);
    p[2] = 1;
    int i = p[3];
    if (i < 0 || i > 9) return 0;
    assert(p[i] != 1 || i != 2 || *q != -8);
    return 0;
}
