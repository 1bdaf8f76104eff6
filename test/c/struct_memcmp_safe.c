// expect: safe
/* Members of several sizes, and no bytes between them: memcmp goes through their bytes. */
#include <assert.h>
#include <string.h>

struct key {
    short a, b;
    int c;
};

int main(void)
{
    struct key x = {1, 2, 3}, y = {1, 2, 4};
    assert(memcmp(&x, &y, sizeof x) < 0);
    y.c--;
    assert(memcmp(&x, &y, sizeof x) == 0);
    return 0;
}
