/* The loops of a singular value decomposition (Golub and Reinsch) without its arithmetic: indices of the Householder reduction are within the matrix. */
#include <assert.h>
extern int nondet(void);

int main(void)
{
    int n = nondet(), m = nondet(), l = 0, i, j, k;
    if (n < 1 || m < n || m > 100000) return 0;
    for (i = 1; i <= n; i++) {
        l = i + 1;
        for (k = i; k <= m; k++) {
            assert(1 <= k && k <= m);
            assert(1 <= i && i <= n);
        }
        for (j = l; j <= n; j++) {
            for (k = i; k <= m; k++) {
                assert(1 <= k && k <= m);
                assert(1 <= j && j <= n);
            }
        }
        for (k = l; k <= n; k++) assert(1 <= k && k <= n);
    }
    for (i = n; i >= 1; i--) {
        l = i + 1;
        if (i < n) {
            for (j = l; j <= n; j++) assert(1 <= j && j <= n && l <= n);
        }
        for (j = i; j <= m; j++) assert(1 <= j && j <= m);
    }
    return 0;
}
