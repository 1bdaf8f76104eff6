// expect: unknown; options: --check uninit
#include <stddef.h>
void __msan_poison(const volatile void *memory, size_t size);
int main(void)
{
    int x, y;
    __asm__("movl $5, %0" : "=r"(x));
    if (x == 5) y = 1;
    __msan_poison(&y, sizeof y);
    return y ? 0 : 1;
}
