// expect: safe
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

static int sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    int s = 0;
    for (int i = 0; i < n; i++) s += va_arg(list, int);
    va_end(list);
    return s;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000) return 0;
    assert(sum(1, x) == x);
    return 0;
}
