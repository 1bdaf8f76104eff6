// expect: unknown
// Printing may fail, and set errno.
#include <assert.h>
#include <errno.h>
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
    errno = 0;
    say("%d\n", 1);
    assert(errno == 0);
    return 0;
}
