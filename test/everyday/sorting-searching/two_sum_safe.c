// expect: safe
// Find two different elements with a given sum.
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define N 4

int main(void)
{
    int a[N], i, j, target;
    int first = -1, second = -1;

    for (i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_uchar();
    target = __VERIFIER_nondet_uchar();

    for (i = 0; i < N && first < 0; i++) {
        for (j = i + 1; j < N; j++) {
            if (a[i] + a[j] == target) {
                first = i;
                second = j;
                break;
            }
        }
    }
    if (first >= 0) {
        assert(a[first] + a[second] == target);
        assert(first < second);
        printf("%d %d\n", first, second);
    }
    return 0;
}
