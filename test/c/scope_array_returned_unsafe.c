// expect: unsafe line 23; options: --check bounds,pointer
/* An array of variable size, and memory from alloca, are gone when their function has returned. */
#include <alloca.h>
int __VERIFIER_nondet_int(void);

static int *make(int n)
{
    int a[n], *b = alloca(sizeof *b);
    for (int i = 0; i < n; i++) a[i] = i;
    *b = a[n - 1];
    int *p = n > 2 ? a : b;
    if (*p == 5) p = 0;
    return p;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3) return 0;
    int *p = make(n), *q = make(1);
    if (!p) return 0;
    if (!q) return 0;
    return *p + *q;
}
