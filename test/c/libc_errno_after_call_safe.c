// expect: safe; options: -v
// A call that fails sets errno, one that succeeds leaves it or sets it.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    errno = 0;
    (void)strtoul("12", NULL, 10);
    assert(errno == 0);
    return 0;
}
