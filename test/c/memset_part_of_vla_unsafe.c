// expect: unsafe line 13
/* A fill of the first element of an array of variable size is not one of the whole array. */
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 4 || n > 6) return 0;
    int a[n];
    a[3] = 5;
    memset(a, 0, sizeof *a);
    assert(a[3] == 0);
    return 0;
}
