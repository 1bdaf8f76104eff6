// expect: unsafe line 8
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int x = 5;
    int n = scanf("%d", &x);
    assert(n == 1);
    return 0;
}
