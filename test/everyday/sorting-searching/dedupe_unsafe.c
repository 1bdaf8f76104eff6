// expect: unsafe line 33
// fails with: nondet 1, 2, 1, 1, 1
// Remove repeated neighbours from an array, in place.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 5

static int dedupe(int *a, int n)
{
    int i, k = 1;

    if (n == 0)
        return 0;
    for (i = 1; i < n; i++) {
        if (a[i] != a[k])
            a[k++] = a[i];
    }
    return k;
}

int main(void)
{
    int a[N], i, n;

    for (i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    n = dedupe(a, N);
    assert(n >= 1 && n <= N);
    for (i = 0; i + 1 < n; i++)
        assert(a[i] != a[i + 1]);
    printf("%d left\n", n);
    return 0;
}
