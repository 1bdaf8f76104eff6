// expect: safe; options: --check leak
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int work(int n)
{
    char *p = malloc(10);
    if (n < 0) {
        free(p);
        return -1;
    }
    p[0] = (char)n;
    free(p);
    return 0;
}

int main(void)
{
    work(__VERIFIER_nondet_int());
    return 0;
}
