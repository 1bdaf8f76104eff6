// expect: unsafe line 11
// Of no bytes nothing is accessed, whatever the pointer.
#include <assert.h>
#include <string.h>

static char block[4] = "abc", other[9];

int main(int argc, char **argv)
{
    char *at = argc > 1 && argv ? other : NULL;
    if (memcmp(at, block, at ? 4 : 0) == 0) assert(at);
    return 0;
}
