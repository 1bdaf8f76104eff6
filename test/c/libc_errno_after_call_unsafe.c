// expect: unsafe line 11; options: -v
// A call that fails sets errno, one that succeeds leaves it or sets it.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    errno = 0;
    (void)strtoul("123456789012345678901234567890", NULL, 10);
    assert(errno == 0);
    return 0;
}
