// expect: unsafe line 12
// A number that is too large sets errno, whatever is known of the format.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int v;
    errno = 0;
    (void)sscanf("99999999999999999999", argc > 1 && argv ? "%d " : "%d", &v);
    assert(errno == 0);
    return 0;
}
