// expect: unsafe line 10
/* The distance of a local variable from an earlier one is not known if its function is called from another one. */
#include <assert.h>
#include <stdint.h>
static uintptr_t last;
__attribute__((noinline)) static void look(int n)
{
    volatile int x = n;
    uintptr_t here = (uintptr_t)&x;
    assert(!last || here - last == 0);
    last = here;
}
__attribute__((noinline)) static void deeper(void)
{
    volatile char room[100];
    room[0] = 1;
    look(2);
}
int main(void)
{
    look(1);
    deeper();
    return 0;
}
