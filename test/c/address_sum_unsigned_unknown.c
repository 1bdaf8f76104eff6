// expect: unknown; options: --check assert,unsigned
/* The sum of an address and a number is an address, also where wrapping around is looked for. */
#include <assert.h>
#include <stdint.h>
int g;
int main(void)
{
    uintptr_t end = (uintptr_t)&g + sizeof g;
    assert(end < 0x1000000);
    return 0;
}
