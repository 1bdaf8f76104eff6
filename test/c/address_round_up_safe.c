// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdint.h>

int main(void)
{
    char buffer[64];
    uintptr_t at = ((uintptr_t)buffer + 31) & ~(uintptr_t)31;
    char *p = (char *)at;
    *p = 1;
    assert(p >= buffer && p < buffer + 32 && *p == 1);
    return 0;
}
