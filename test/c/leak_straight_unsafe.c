// expect: unsafe line 8; options: --check leak
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 3;
    return 0;
}
