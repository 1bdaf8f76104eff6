// expect: safe
// Integers that go through an object are in order as long as they are in it.
#include <assert.h>
#include <stdint.h>

static char buffer[8];

int main(void)
{
    uintptr_t end = (uintptr_t)(buffer + 8);
    int n = 0;
    for (uintptr_t p = (uintptr_t)buffer; p < end; p += 2) {
        *(char *)p = 1;
        n++;
    }
    assert(n == 4);
    return 0;
}
