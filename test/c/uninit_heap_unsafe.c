// expect: unsafe line 11; options: --check uninit
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(2 * sizeof *p), n = __VERIFIER_nondet_int();
    p[0] = 1;
    if (n) p[1] = 2;
    int found = n || p[1] == 2;
    if (found) free(p);
    return 0;
}
