// expect: safe; options: -v
// strsep moves the pointer, and returns empty fields.
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[] = "a::b", *at = text;
    strsep(&at, ":");
    char *field = strsep(&at, ":");
    assert(*field == 0 && at == text + 3);
    return 0;
}
