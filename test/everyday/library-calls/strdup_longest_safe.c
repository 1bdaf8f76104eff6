// expect: safe
// Print the longest line.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char line[16];
    char *longest = NULL;
    size_t max = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t n = strlen(line);

        if (n > max) {
            char *copy = strdup(line);

            if (copy == NULL)
                break;
            free(longest);
            longest = copy;
            max = n;
        }
    }
    if (longest != NULL) {
        assert(strlen(longest) == max);
        fputs(longest, stdout);
    }
    free(longest);
    return 0;
}
