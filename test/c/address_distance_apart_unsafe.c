// expect: unsafe line 11
/* The distance of two objects, added to the address of one of them, is the address of the other. */
#include <assert.h>
#include <stdint.h>
int a = 1, b = 2;
int main(void)
{
    uintptr_t distance = (uintptr_t)&b - (uintptr_t)&a;
    int *p = (int *)((uintptr_t)&a + distance);
    *p = 5;
    assert(b == 2);
    return a;
}
