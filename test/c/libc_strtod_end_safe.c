// expect: safe; options: -v
// strtod stores where the number ends.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char b[2] = "1", *e = 0;
    strtod(b, &e);
    assert(e >= b && e <= b + 1);
    return 0;
}
