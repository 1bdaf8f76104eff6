// expect: unsafe line 39
// fails with: nondet 3, 2, 1, 0
// Bubble sort that stops early when nothing was swapped.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 4

static void sort(int *a)
{
    int i, end, swapped;

    for (end = N - 1; end > 1; end--) {
        swapped = 0;
        for (i = 0; i < end; i++) {
            if (a[i] > a[i + 1]) {
                int t = a[i];

                a[i] = a[i + 1];
                a[i + 1] = t;
                swapped = 1;
            }
        }
        if (!swapped)
            break;
    }
}

int main(void)
{
    int a[N], i;

    for (i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    sort(a);
    for (i = 0; i < N - 1; i++)
        assert(a[i] <= a[i + 1]);
    printf("%d..%d\n", a[0], a[N - 1]);
    return 0;
}
