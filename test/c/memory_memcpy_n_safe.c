// expect: safe; options: --check bounds,pointer
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char a[16], b[16];
    unsigned n = __VERIFIER_nondet_uint();
    memset(a, 1, sizeof a);
    if (n > 16) return 0;
    memcpy(b, a, n);
    return 0;
}
