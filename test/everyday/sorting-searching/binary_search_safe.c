// expect: safe
// Binary search in a sorted array.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 5

static int find(const int *a, int x)
{
    int lo = 0, hi = N - 1;

    while (lo <= hi) {
        int mid = lo + (hi - lo) / 2;

        if (a[mid] == x)
            return mid;
        if (a[mid] < x)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}

int main(void)
{
    int a[N], i, x, pos;

    for (i = 0; i < N; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (i > 0 && a[i] <= a[i - 1])
            return 1;
    }
    x = __VERIFIER_nondet_int();
    pos = find(a, x);
    if (pos >= 0)
        assert(a[pos] == x);
    else
        for (i = 0; i < N; i++)
            assert(a[i] != x);
    printf("%d\n", pos);
    return 0;
}
