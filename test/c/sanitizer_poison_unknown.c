// expect: unknown; options: --check bounds
/* What the program has poisoned by itself is not out of bounds. */
#include <stddef.h>
void __asan_poison_memory_region(const volatile void *memory, size_t size);
static int cells[6];
int main(void)
{
    int x;
    __asm__("movl $5, %0" : "=r"(x));
    __asan_poison_memory_region(cells, sizeof cells);
    cells[x] = 1;
    return 0;
}
