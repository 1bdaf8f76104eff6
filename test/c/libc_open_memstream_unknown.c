// expect: unknown
// The memory of such a stream is not followed: nothing is proved of it.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char *memory = NULL;
    size_t size = 1;
    FILE *stream = open_memstream(&memory, &size);
    if (!stream)
        return 1;
    fclose(stream);
    assert(memory != NULL);
    return 0;
}
