// expect: safe; options: -v
// Two objects that exist have different addresses.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4), *q = malloc(4), *r = q;
    if (!p || !q)
        return 0;
    assert((uintptr_t)p != (uintptr_t)r);
    return 0;
}
