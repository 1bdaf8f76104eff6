// expect: unsafe line 8
/* Which bits of an address are set is not known. */
#include <assert.h>
#include <stdint.h>
int g;
int main(void)
{
    assert(__builtin_popcountl((uintptr_t)&g) <= 2);
    return 0;
}
