// expect: unsafe line 42
// fails with: nondet 1, 2, 3, 4, 5, 9
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#define N 5

/* Position of the first element that is not less than the key. */
static int lower_bound(const int *a, int n, int key)
{
    int lo = 0;
    int hi = n - 1;

    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;

        if (a[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

int main(void)
{
    int a[N];
    int i, key, pos;

    for (i = 0; i < N; i++) {
        a[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(i == 0 || a[i] >= a[i - 1]);
    }
    key = __VERIFIER_nondet_int();
    pos = lower_bound(a, N, key);
    assert(pos >= 0 && pos <= N);
    if (pos > 0)
        assert(a[pos - 1] < key);
    if (pos < N)
        assert(a[pos] >= key);
    return 0;
}
