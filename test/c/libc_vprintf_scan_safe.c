// expect: safe
// The %n of a format that only sscanf has does not reach vfprintf.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
}

int main(void)
{
    int v = 0, n = 0;
    if (sscanf("12 ", "%d%n", &v, &n) != 1) return 1;
    say("%d\n", v);
    assert(v == 12 && n == 2);
    return 0;
}
