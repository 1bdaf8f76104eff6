// expect: unsafe line 9
// The result of snprintf is the length that the text would have.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char b[4];
    int n = snprintf(b, sizeof b, "%d|%s", 7, "abc");
    assert(n < (int)sizeof b);
    return 0;
}
