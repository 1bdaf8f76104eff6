// expect: safe; options: -v --arch 32
// A number that does not fit is the largest one, and sets errno.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    errno = 0;
    long value = strtol("zzzzzzz", NULL, 36);
    assert(value == LONG_MAX && errno == ERANGE);
    return 0;
}
