// expect: unknown
// remove of a folder succeeds, and errno says that it is no file.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = 0;
    if (remove("folder") == 0) assert(errno == 0);
    return 0;
}
