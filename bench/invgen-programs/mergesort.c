/* Bottom-up merge sort of a[1..n] into b[1..n]: the indices. */
#include <assert.h>
extern int nondet(void);

int main(void)
{
    int n = nondet(), x = 1, y, z, i, l, r;
    if (n < 1 || n > 1000000) return 0;
    while (x < n) {
        z = 1;
        while (z + x <= n) {
            y = z + x * 2;
            if (y > n) y = n + 1;
            l = z;
            r = z + x;
            i = z;
            while (l < z + x && r < y) {
                assert(1 <= l && l <= n);
                assert(1 <= r && r <= n);
                assert(1 <= i && i <= n);
                if (nondet()) l++;
                else r++;
                i++;
            }
            while (l < z + x) {
                assert(1 <= l && l <= n);
                assert(1 <= i && i <= n);
                l++;
                i++;
            }
            while (r < y) {
                assert(1 <= r && r <= n);
                assert(1 <= i && i <= n);
                r++;
                i++;
            }
            z = y;
        }
        x = x * 2;
    }
    return 0;
}
