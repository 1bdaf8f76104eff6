// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdint.h>

int main(void)
{
    int a[4] = {0};
    uintptr_t first = (uintptr_t)&a[0], last = (uintptr_t)&a[3];
    assert(first < last && last - first == 12 && &a[1] < &a[2]);
    return a[0];
}
