// expect: unsafe line 44; options: --arch 32
#include <stdarg.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

struct point {
    int x, y;
};
struct large {
    long long a[4];
};

static long long total(va_list list)
{
    long long t = va_arg(list, int);
    t += va_arg(list, long long);
    (void)va_arg(list, double);
    struct point p = va_arg(list, struct point);
    t += p.x + p.y;
    struct large l = va_arg(list, struct large);
    t += l.a[0] + l.a[3];
    int *q = va_arg(list, int *);
    *q = 7;
    return t;
}

static long long outer(const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    long long t = total(list) + va_arg(again, int);
    va_end(again);
    va_end(list);
    return t;
}

int main(void)
{
    struct point p = {10, 20};
    struct large l = {{100, 0, 0, 200}};
    int seven = 0;
    long long t = outer("", 1, 2LL, 0.5, p, l, &seven);
    assert(t == 335);
    assert(seven == 7);
    return 0;
}
