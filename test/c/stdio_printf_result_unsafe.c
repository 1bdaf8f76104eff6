// expect: unsafe line 7
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int r = printf("hi %d\n", 42);
    assert(r != 6);
    return 0;
}
