/* A sequence of loops: two count k up, one counts it down. */
#include <assert.h>
extern int nondet(void);

int main(void)
{
    int n0 = nondet(), n1 = nondet();
    int i0 = 0, i1 = 0, j = 0, k = 0;
    if (n0 < 0 || n1 < 0 || n0 > 1000000 || n1 > 1000000) return 0;
    while (i0 < n0) {
        i0++;
        k++;
    }
    while (i1 < n1) {
        i1++;
        k++;
    }
    while (j < n0 + n1) {
        assert(k > 0);
        j++;
        k--;
    }
    return 0;
}
