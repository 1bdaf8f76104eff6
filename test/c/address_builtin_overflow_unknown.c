// expect: unknown
/* Whether a product with an address overflows depends on where the machine has put the object; one that is far up overflows. */
#include <assert.h>
#include <stdint.h>
int g;
int main(void)
{
    uintptr_t product;
    assert(!__builtin_mul_overflow((uintptr_t)&g, (uintptr_t)1 << 20, &product));
    return 0;
}
