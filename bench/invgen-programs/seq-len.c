/* A longer sequence of loops: three lengths are counted up, and down in the opposite order. */
#include <assert.h>
extern int nondet(void);

int main(void)
{
    int n0 = nondet(), n1 = nondet(), n2 = nondet();
    int i, k = 0;
    if (n0 < 0 || n1 < 0 || n2 < 0 || n0 > 1000000 || n1 > 1000000 || n2 > 1000000) return 0;
    for (i = 0; i < n0; i++) k++;
    for (i = 0; i < n1; i++) k++;
    for (i = 0; i < n2; i++) k++;
    for (i = 0; i < n2; i++) {
        assert(k > 0);
        k--;
    }
    for (i = 0; i < n1; i++) {
        assert(k > 0);
        k--;
    }
    for (i = 0; i < n0; i++) {
        assert(k > 0);
        k--;
    }
    return 0;
}
