// expect: unsafe line 13
// On a stream that has failed, getline allocates nothing.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    if (getchar() != EOF || !ferror(stdin)) return 0;
    (void)getline(&line, &size, stdin);
    assert(line);
    free(line);
    return 0;
}
