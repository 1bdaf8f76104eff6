// expect: safe
/* Blocks of larger units are compared unit by unit; the order is that of their bytes. */
#include <assert.h>
#include <string.h>

int main(void)
{
    long a[3] = {1, 2, 3}, b[3] = {1, 2, 3};
    unsigned x[2] = {7, 0x0102}, y[2] = {7, 0x0201};
    for (int i = 0; i < 3; i++) a[i] += i;
    assert(memcmp(a, b, sizeof a) != 0);
    for (int i = 0; i < 3; i++) b[i] += i;
    assert(memcmp(a, b, sizeof a) == 0);
    for (int i = 0; i < 2; i++) x[i] += 0, y[i] += 0;
    int order = memcmp(x, y, sizeof x);
    assert(order > 0);
    return 0;
}
