/* Figure 1(b) of the paper, nested.c. */
#include <assert.h>
extern int nondet(void);

int main(void)
{
    int i, j, k, n = nondet(), m = nondet();
    if (n > m) return 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            for (k = j; k < n + m; k++) assert(i + j <= n + k + m);
    return 0;
}
