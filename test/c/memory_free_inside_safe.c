// expect: safe; options: --check bounds,pointer
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    if (!p) return 0;
    free(p);
    return 0;
}
