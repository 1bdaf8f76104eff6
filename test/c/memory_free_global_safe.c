// expect: safe; options: --check bounds,pointer
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int table[10];
int main(void) {
    int c = __VERIFIER_nondet_int();
    int *p = c ? malloc(40) : table;
    if (!p) return 0;
    p[3] = 1;
    if (p != table) free(p);
    return 0;
}
