// expect: unsafe line 9; options: --check leak
#include <stdlib.h>

int main(void)
{
    char *p = calloc(2, 8), *q = malloc(3);
    p = q;
    free(p);
    return 0;
}
