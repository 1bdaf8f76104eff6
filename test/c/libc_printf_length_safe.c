// expect: safe; options: -v
// printf returns how much it prints, or a negative number.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = printf("%d\n", 12345);
    assert(n < 0 || n == 6);
    return 0;
}
