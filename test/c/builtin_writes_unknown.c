// expect: unknown
/* A built-in function that is not modelled may change the memory it is given the address of. */
#include <assert.h>
__attribute__((target("cmpccxadd"))) int main(void)
{
    int m = 5;
    (void)__builtin_ia32_cmpccxadd32(&m, 5, 3, 4);
    assert(m == 5);
    return 0;
}
