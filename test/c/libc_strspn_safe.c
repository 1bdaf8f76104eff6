// expect: safe; options: -v
#include <assert.h>
#include <string.h>

int main(void)
{
    const char *text = "12ab";
    assert(strspn(text, "0123456789") == 2 && strcspn(text, "ba") == 2);
    return 0;
}
