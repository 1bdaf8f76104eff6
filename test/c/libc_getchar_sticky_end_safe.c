// expect: safe; options: -v
// After the end of the input comes no more.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int c = getchar(), d = getchar();
    if (c == EOF)
        assert(d == EOF);
    return 0;
}
