// expect: unsafe line 19
// fails with: stdin "ab\x00cd\n"
// Read lines of any length and chop the newline.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;

    while ((n = getline(&line, &cap, stdin)) > 0) {
        if (line[n - 1] == '\n')
            line[--n] = '\0';
        assert(strlen(line) == (size_t)n);
        printf("%zd\n", n);
    }
    free(line);
    return 0;
}
