/* A sequence of loops as in seq.c, of which the last two count k down. */
#include <assert.h>
extern int nondet(void);

int main(void)
{
    int n0 = nondet(), n1 = nondet();
    int i0 = 0, i1 = 0, j0 = 0, j1 = 0, k = 0;
    if (n0 < 0 || n1 < 0 || n0 > 1000000 || n1 > 1000000) return 0;
    while (i0 < n0) {
        i0++;
        k++;
    }
    while (i1 < n1) {
        i1++;
        k++;
    }
    while (j1 < n1) {
        assert(k > 0);
        j1++;
        k--;
    }
    while (j0 < n0) {
        assert(k > 0);
        j0++;
        k--;
    }
    return 0;
}
