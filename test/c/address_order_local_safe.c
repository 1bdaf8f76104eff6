// expect: safe
/* Addresses within one local array are ordered, and so are their distances known. */
#include <assert.h>
#include <stdint.h>
static int within(int *from, int *to)
{
    uintptr_t a = (uintptr_t)from, b = (uintptr_t)to;
    assert(a < b);
    return (int)(b - a);
}
int main(void)
{
    int row[8] = {0};
    assert(within(&row[1], &row[4]) == 3 * sizeof(int));
    return 0;
}
