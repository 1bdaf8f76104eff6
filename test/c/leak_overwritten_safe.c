// expect: safe; options: --check leak
#include <stdlib.h>

int main(void)
{
    char *p = calloc(2, 8), *q = malloc(3);
    free(p);
    p = q;
    free(p);
    return 0;
}
