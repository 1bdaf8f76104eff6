// expect: unsafe line 14
// Where an object lies is not known, also when so much is subtracted that little is left here.
#include <assert.h>
#include <stdint.h>

static int x;
static int y;

int main(void)
{
    uintptr_t p = (uintptr_t)&x - 0x100000u;
    x = 1;
    y = 2;
    assert(p <= 0x70000u || (uintptr_t)&y == 5);
    return 0;
}
