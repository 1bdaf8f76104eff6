// expect: unsafe line 11
// A number that is not stored may be too large as well.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = 0;
    (void)sscanf("9223372036854775808", "%*d");
    assert(errno == 0);
    return 0;
}
