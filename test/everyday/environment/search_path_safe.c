// expect: safe
// List the directories of a search path; an empty entry means the current one.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *path = getenv("APP_PATH");
    char dir[16];

    if (path == NULL)
        return 0;
    for (;;) {
        size_t n = strcspn(path, ":");

        if (n < sizeof dir) {
            memcpy(dir, path, n);
            dir[n] = '\0';
            if (n == 0)
                strcpy(dir, ".");
            assert(dir[0] != '\0');
            puts(dir);
        }
        if (path[n] == '\0')
            break;
        path += n + 1;
    }
    return 0;
}
