// expect: safe
// What is not converted stays.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int x = 5;
    int n = scanf("%1d", &x);
    assert(n == 1 || x == 5);
    assert(x >= 0 && x <= 9);
    return 0;
}
