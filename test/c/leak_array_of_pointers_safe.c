// expect: safe; options: --check leak
#include <stdlib.h>

int main(void)
{
    char *a[4];
    for (int i = 0; i < 4; i++) a[i] = malloc(8);
    for (int i = 0; i < 4; i++) free(a[i]);
    return 0;
}
