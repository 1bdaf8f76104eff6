// expect: unsafe line 11
// A mode that there is none is a failure that sets no errno.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = 0;
    int failed = setvbuf(stdout, NULL, 99, 0);
    assert(!failed || errno != 0);
    return 0;
}
