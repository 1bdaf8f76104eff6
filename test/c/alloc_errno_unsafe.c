// expect: unsafe line 11
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long n = argc - 3;
    errno = 0;
    char *block = malloc((size_t)n);
    assert(errno == 0);
    free(block);
    return 0;
}
