// expect: unsafe line 39
// fails with: nondet 1, 0, 2, 5
// Merge two sorted arrays.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 2

static void merge(const int *a, const int *b, int *out)
{
    int i = 0, j = 0, k = 0;

    while (i < N && j < N) {
        if (a[i] <= b[i])
            out[k++] = a[i++];
        else
            out[k++] = b[j++];
    }
    while (i < N)
        out[k++] = a[i++];
    while (j < N)
        out[k++] = b[j++];
}

int main(void)
{
    int a[N], b[N], c[2 * N], i;

    for (i = 0; i < N; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    if (a[0] > a[1] || b[0] > b[1])
        return 0;
    merge(a, b, c);
    for (i = 0; i < 2 * N - 1; i++)
        assert(c[i] <= c[i + 1]);
    return 0;
}
