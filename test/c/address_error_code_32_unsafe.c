// expect: unsafe line 5; options: --arch 32
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int find(int fail, int *l) { if (fail) return -12; return (int)l; }
int main(void) { int l, n = __VERIFIER_nondet_int(), r = find(n, &l); assert(r >= 0 || n); return 0; }
