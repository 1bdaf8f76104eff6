// expect: safe
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    errno = 0;
    char *block = malloc((size_t)argc * 10);
    assert(block && errno == 0);
    block = calloc((size_t)-1, 8);
    assert(!block && errno == ENOMEM);
    return 0;
}
