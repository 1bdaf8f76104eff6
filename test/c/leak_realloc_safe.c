// expect: safe; options: --check leak,pointer --malloc-may-fail
#include <stdlib.h>

int main(void)
{
    char *p = malloc(10), *q;
    if (!p) return 0;
    q = realloc(p, 20);
    free(q ? q : p);
    return 0;
}
