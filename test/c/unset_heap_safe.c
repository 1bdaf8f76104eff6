// expect: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned char *p = malloc(10);
    p[2] = 1;
    assert(p[2] == 1 && p[3] <= 255);
    return 0;
}
