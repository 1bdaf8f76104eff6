// expect: unsafe line 10; options: --malloc-may-fail --check pointer
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    if (!p) return 1;
    *p = 0;
    int *q = malloc(4);
    *q = 1; /* the second one may fail, too */
    return 0;
}
