// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdint.h>

int table[7], x, y;

static unsigned hash(const void *p) { return (unsigned)((uintptr_t)p >> 4) % 7; }

int main(void)
{
    unsigned i = hash(&x), j = hash(&y);
    table[i] = 1;
    assert(i < 7 && j < 7 && table[i] == 1);
    return 0;
}
