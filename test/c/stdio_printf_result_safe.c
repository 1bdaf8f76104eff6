// expect: safe
// The number of characters, or a failure.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int r = printf("hi %d\n", 42);
    assert(r == 6 || r < 0);
    return 0;
}
