// expect: unsafe line 11; options: -v
// strsep moves the pointer, and returns empty fields.
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[] = "a::b", *at = text;
    strsep(&at, ":");
    char *field = strsep(&at, ":");
    assert(*field == 'b' && at == text + 3);
    return 0;
}
