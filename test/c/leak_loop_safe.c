// expect: safe; options: --check leak
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        int *p = malloc(sizeof *p);
        *p = i;
        free(p);
    }
    return 0;
}
