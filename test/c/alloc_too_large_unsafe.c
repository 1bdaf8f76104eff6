// expect: unsafe line 10
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc - 2;
    char *block = malloc(n * sizeof(int));
    /* of a negative number, the size is larger than any object */
    assert(block);
    return 0;
}
