// expect: safe; options: -v
// Without a number strtod stores the beginning.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char b[2] = "x", *e = 0;
    strtod(b, &e);
    assert(e == b);
    return 0;
}
