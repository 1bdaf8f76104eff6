// expect: safe
// Position of the first element that is not less than the key.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#define N 4

static int lower_bound(const int *a, int key)
{
    int lo = 0, hi = N;

    while (lo < hi) {
        int mid = (lo + hi) / 2;

        if (a[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

int main(void)
{
    int a[N], i, key, pos;

    for (i = 0; i < N; i++) {
        a[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(i == 0 || a[i - 1] <= a[i]);
    }
    key = __VERIFIER_nondet_int();
    pos = lower_bound(a, key);
    for (i = 0; i < pos; i++)
        assert(a[i] < key);
    for (i = pos; i < N; i++)
        assert(a[i] >= key);
    printf("%d\n", pos);
    return 0;
}
