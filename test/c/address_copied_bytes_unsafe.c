// expect: unsafe line 15
// A pointer that is copied as bytes into integers is an address there.
#include <assert.h>
#include <stdint.h>
#include <string.h>

static int x;

int main(void)
{
    int *p = &x;
    uintptr_t words[2] = {0, 0};
    memcpy(&words[1], &p, sizeof p);
    x = 3;
    assert(words[1] % 4096 == 0);
    return 0;
}
