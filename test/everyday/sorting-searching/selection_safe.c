// expect: safe
// Selection sort of bytes.
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define N 4

static void sort(unsigned char *a)
{
    int i, j, min;

    for (i = 0; i < N - 1; i++) {
        unsigned char t = a[i];

        min = i;
        for (j = i + 1; j < N; j++) {
            if (a[j] < a[min])
                min = j;
        }
        a[i] = a[min];
        a[min] = t;
    }
}

int main(void)
{
    unsigned char a[N];
    int i;

    for (i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_uchar();
    sort(a);
    for (i = 1; i < N; i++)
        assert(a[i - 1] <= a[i]);
    printf("%d\n", a[0]);
    return 0;
}
