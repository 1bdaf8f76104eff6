// expect: unsafe line 13
// A character that the locale has no bytes for is an error.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    char text[9];
    errno = 0;
    (void)snprintf(text, sizeof text, "%ls", L"\u20ac");
    assert(errno == 0);
    return 0;
}
