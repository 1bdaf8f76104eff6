// expect: unknown
// What %n stores to is in the list of arguments.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void)
{
    int n = 7;
    say("abc%n\n", &n);
    assert(n == 7);
    return 0;
}
