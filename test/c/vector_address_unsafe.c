// expect: unsafe line 13
#include <assert.h>
#include <stdint.h>

typedef uintptr_t two __attribute__((vector_size(2 * sizeof(uintptr_t))));

int main(void)
{
    int x, y;
    two a = {(uintptr_t)&x, (uintptr_t)&y}, b = {(uintptr_t)&y, (uintptr_t)&x};
    two is_below = a < b, sum = a + a;
    /* one of them is in front of the other, but which is not known */
    assert(!is_below[0] == (sum[0] > sum[1]) && is_below[0]);
    return 0;
}
