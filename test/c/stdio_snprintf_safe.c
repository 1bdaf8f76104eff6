// expect: safe
// The text and the length of snprintf are exact, also where the text is cut off.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char b[4];
    int n = snprintf(b, sizeof b, "%d|%s", 7, "abc");
    assert(n == 5);
    assert(b[0] == '7' && b[1] == '|' && b[2] == 'a' && b[3] == '\0');
    return 0;
}
