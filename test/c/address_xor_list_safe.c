// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdint.h>

int main(void)
{
    int x = 1, y = 2;
    uintptr_t both = (uintptr_t)&x ^ (uintptr_t)&y;
    int *p = (int *)(both ^ (uintptr_t)&x);
    assert(*p == 2);
    return 0;
}
