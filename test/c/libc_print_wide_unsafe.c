// expect: unsafe line 10
#include <assert.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    char text[20];
    int n = snprintf(text, sizeof text, "%ls", L"abc");
    assert(n == 4);
    return 0;
}
