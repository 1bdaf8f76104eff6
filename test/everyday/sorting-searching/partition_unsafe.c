// expect: unsafe line 38
// fails with: nondet 0, 2, 2, 2, 2, 1
// Partition an array around a pivot.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 5

static int partition(int *a, int pivot)
{
    int i, k = 0;

    for (i = 1; i < N; i++) {
        if (a[i] < pivot) {
            int t = a[i];

            a[i] = a[k];
            a[k] = t;
            k++;
        }
    }
    return k;
}

int main(void)
{
    int a[N], i, k, pivot;

    for (i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    pivot = __VERIFIER_nondet_int();
    k = partition(a, pivot);
    for (i = 0; i < k; i++)
        assert(a[i] < pivot);
    for (i = k; i < N; i++)
        assert(a[i] >= pivot);
    printf("%d smaller\n", k);
    return 0;
}
