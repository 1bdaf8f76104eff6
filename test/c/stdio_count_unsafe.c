// expect: unsafe line 8
// %n stores.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int x = 0; printf("ab%n\n", &x);
    assert(x == 0);
    return 0;
}
