// expect: unsafe line 8; options: -v
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char c = getchar();
    assert(c == EOF || (c >= 0 && c <= 255));
    return 0;
}
