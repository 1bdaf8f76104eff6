// expect: unsafe line 11; options: --check leak,pointer
#include <stdlib.h>

int main(void)
{
    char *p = malloc(10), *q;
    if (!p) return 0;
    q = realloc(p, 20);
    if (!q) free(p);
    return 0;
}
