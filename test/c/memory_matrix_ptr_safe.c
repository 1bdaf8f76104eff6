// expect: safe; options: --check bounds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10) return 0;
    int *m = malloc(sizeof(int) * n * 4);
    if (!m) return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            *(m + i * 4 + j) = 0;
    free(m);
    return 0;
}
