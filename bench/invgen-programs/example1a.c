/* Figure 1(a) of the paper. */
#include <assert.h>
extern int nondet(void);

int main(void)
{
    int x = 0, y = 0, z = 0, w = 0;
    while (nondet()) {
        if (nondet()) {
            x++;
            y += 100;
        } else if (nondet()) {
            if (x >= 4) {
                x++;
                y++;
            }
        } else if (y > 10 * w && z >= 100 * x) {
            y = -y;
        }
        w++;
        z += 10;
    }
    assert(!(x >= 4 && y <= 2));
    return 0;
}
