// expect: unknown
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdint.h>

int global;

/* it is so on most machines */
int main(void)
{
    int local = 1;
    assert((uintptr_t)&global < (uintptr_t)&local);
    return local;
}
