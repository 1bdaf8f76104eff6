// expect: unsafe line 9
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[20];
    int count = 7, n = snprintf(text, 3, "%s%n", "abcdef", &count);
    assert(n == 6 && count == 2);
    return 0;
}
