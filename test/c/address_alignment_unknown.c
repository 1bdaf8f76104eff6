// expect: unknown
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdint.h>

char before, c[64], after;

int main(void)
{
    assert((uintptr_t)c % 4096 != 16);
    return before + after;
}
