// expect: safe
// Largest and second largest element.
#include <assert.h>
#include <limits.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 3

int main(void)
{
    int a[N], i, max = INT_MIN, second = INT_MIN, above = 0;

    for (i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (i = 0; i < N; i++) {
        if (a[i] > max) {
            second = max;
            max = a[i];
        } else if (a[i] > second) {
            second = a[i];
        }
    }
    for (i = 0; i < N; i++) {
        assert(a[i] <= max);
        if (a[i] > second)
            above++;
    }
    assert(above <= 1);
    printf("%d %d\n", max, second);
    return 0;
}
