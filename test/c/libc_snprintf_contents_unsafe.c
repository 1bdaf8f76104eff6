// expect: unsafe line 9; options: -v
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[8];
    int n = snprintf(text, sizeof text, "%c=%x", 'k', 10);
    assert(n == 3 && text[0] == 'k' && text[2] == 'A');
    return 0;
}
