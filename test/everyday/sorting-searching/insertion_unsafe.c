// expect: unsafe line 27
// fails with: nondet 2, 1
// Insertion sort.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 4

int main(void)
{
    int a[N], i, j;

    for (i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();

    for (i = 1; i < N; i++) {
        int x = a[i];

        for (j = i; j > 1 && a[j - 1] > x; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }

    for (i = 1; i < N; i++)
        assert(a[i - 1] <= a[i]);
    printf("%d\n", a[N / 2]);
    return 0;
}
