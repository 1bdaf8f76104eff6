/* Three nested loops, of which the inner bounds depend on the outer counters, with several assertions. */
#include <assert.h>
extern int nondet(void);

int main(void)
{
    int i, j, k, n = nondet(), m = nondet(), l = nondet();
    if (3 * n > m + l || n < 0 || n > 100000 || m > 100000 || l > 100000 || m < -100000 || l < -100000) return 0;
    for (i = 0; i < n; i++)
        for (j = 2 * i; j < 3 * i; j++)
            for (k = i; k < j; k++) {
                assert(k - i <= 2 * n);
                assert(k >= i);
                assert(k < m + l);
            }
    return 0;
}
