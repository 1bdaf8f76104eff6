// expect: unsafe line 8; options: -v
#include <assert.h>
#include <string.h>

int main(void)
{
    const char *text = "12ab";
    assert(strspn(text, "0123456789b") == 2 && strcspn(text, "b") == 2);
    return 0;
}
