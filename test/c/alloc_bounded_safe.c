// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Sizes that are bounded by a type, a condition or the length of a string: these allocations do not fail. */
int main(int argc, char **argv)
{
    unsigned char few = (unsigned char)argc;
    assert(calloc(few, sizeof(int)));
    assert(malloc((size_t)argc * sizeof(char *)));
    int n = atoi(argv[0]);
    if (n < 0) return 1;
    assert(malloc(n * sizeof(int)));
    return 0;
}
