// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdint.h>

int main(void)
{
    int x = 1;
    _Alignas(8) char c[8] = {0};
    uintptr_t tagged = (uintptr_t)&x | 1;
    assert((uintptr_t)&x % 4 == 0 && ((uintptr_t)c & 7) == 0);
    assert((tagged & 1) == 1 && *(int *)(tagged & ~(uintptr_t)1) == 1);
    return 0;
}
