// expect: safe; options: --check bounds,pointer
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int cap = 2, n = 0;
    int *v = malloc(cap * sizeof *v);
    if (!v) return 0;
    while (__VERIFIER_nondet_int()) {
        if (n == cap) {
            if (cap > 1000) break;
            cap *= 2;
            int *w = realloc(v, cap * sizeof *v);
            if (!w) break;
            v = w;
        }
        v[n++] = 1;
    }
    free(v);
    return 0;
}
