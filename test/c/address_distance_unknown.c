// expect: unknown
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdint.h>

int x, y;
static uintptr_t distance(uintptr_t a, uintptr_t b) { return a > b ? a - b : b - a; }

int main(void)
{
    assert(distance((uintptr_t)&x, (uintptr_t)&y) != 123456);
    return 0;
}
