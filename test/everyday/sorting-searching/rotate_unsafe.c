// expect: unsafe line 37
// fails with: nondet 2
// Rotate an array to the left by reversing its parts.
#include <assert.h>
#include <stdio.h>

extern unsigned int __VERIFIER_nondet_uint(void);

#define N 5

static void reverse(int *a, int from, int to)
{
    while (from < --to) {
        int t = a[from];

        a[from++] = a[to];
        a[to] = t;
    }
}

static void rotate(int *a, int k)
{
    reverse(a, 0, k);
    reverse(a, k + 1, N);
    reverse(a, 0, N);
}

int main(void)
{
    int a[N], i, k;

    for (i = 0; i < N; i++)
        a[i] = 10 * i;
    k = (int)(__VERIFIER_nondet_uint() % N);
    rotate(a, k);
    for (i = 0; i < N; i++)
        assert(a[i] == 10 * ((i + k) % N));
    return 0;
}
