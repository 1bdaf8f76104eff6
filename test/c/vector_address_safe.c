// expect: safe
#include <assert.h>
#include <stdint.h>

typedef uintptr_t two __attribute__((vector_size(2 * sizeof(uintptr_t))));

int main(void)
{
    int x = 1, y = 2;
    two a = {(uintptr_t)&x, (uintptr_t)&y}, swapped = {a[1], a[0]}, numbers = {1, 2};
    assert(*(int *)swapped[0] == 2 && (int *)swapped[1] == &x);
    numbers += numbers;
    assert(numbers[1] == 4);
    return 0;
}
