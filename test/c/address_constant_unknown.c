// expect: unknown
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdint.h>

int x;

int main(void)
{
    uintptr_t a = (uintptr_t)&x;
    assert(a != 0x7654320);
    return 0;
}
