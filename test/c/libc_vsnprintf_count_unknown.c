// expect: unknown
// What %n stores to is in the list of arguments.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static void put(char *to, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(to, size, format, list);
    va_end(list);
}

int main(void)
{
    int n = 7;
    char text[9];
    put(text, sizeof text, "abc%n\n", &n);
    assert(n == 7);
    return 0;
}
