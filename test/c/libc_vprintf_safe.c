// expect: safe
// Without %n in the program, printing changes nothing of it.
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
    int n = 7;
    say("%d%%\n", n);
    assert(n == 7);
    return 0;
}
