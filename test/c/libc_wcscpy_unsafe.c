// expect: unsafe line 9; options: -v
#include <assert.h>
#include <wchar.h>

int main(void)
{
    wchar_t to[4] = {0};
    wcscpy(to, L"ab");
    assert(to[0] == 0 && to[1] == L'b' && to[2] == 0);
    return 0;
}
