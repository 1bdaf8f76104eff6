// expect: safe
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[20];
    int count = 7, n = snprintf(text, sizeof text, "ab%nc", &count);
    assert(n == 3 && count == 2);
    n = snprintf(text, 3, "%s%n", "abcdef", &count);
    assert(n == 6 && count == 6 && text[2] == '\0');
    n = snprintf(text, sizeof text, "%.*s", -1, "abcd");
    assert(n == 4);
    n = snprintf(text, sizeof text, "%*d", -4, 5);
    assert(n == 4 && text[0] == '5');
    return 0;
}
