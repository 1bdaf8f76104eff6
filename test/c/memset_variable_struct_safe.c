// expect: safe
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct three { int a, b, c; };

int main(void)
{
    struct three s = {1, 2, 3};
    int n = __VERIFIER_nondet_int();
    if (n != 0 && n != 4 && n != 8) return 0;
    memset(&s, -1, n);
    assert(s.c == 3);
    assert(s.b == (n == 8 ? -1 : 2) && s.a == (n > 0 ? -1 : 1));
    return 0;
}
