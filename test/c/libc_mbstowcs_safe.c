// expect: safe; options: -v
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    wchar_t to[4] = {0};
    size_t n = mbstowcs(to, "ab", 4);
    assert(n == 2 && to[0] == L'a' && to[1] == L'b');
    return 0;
}
