// expect: unsafe line 31
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

static int second(int n, ...)
{
    va_list list;
    va_start(list, n);
    (void)va_arg(list, int);
    int v = va_arg(list, int);
    va_end(list);
    return v;
}

static int deepest(int n, ...)
{
    int inner = n > 0 ? deepest(n - 1, n, n) : 0;
    va_list list;
    va_start(list, n);
    int v = va_arg(list, int);
    va_end(list);
    return v + inner;
}

int main(void)
{
    int (*f)(int, ...) = __VERIFIER_nondet_int() ? second : second;
    assert(f(2, 4, 5) == 5);
    assert(deepest(2, 100) == 100 + 2 + 2);
    return 0;
}
