// expect: unsafe line 10; options: -v
// After the end of the input comes no more.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int c = getchar(), d = getchar();
    if (d == EOF)
        assert(c == EOF);
    return 0;
}
