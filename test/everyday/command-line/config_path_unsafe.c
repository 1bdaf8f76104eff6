// expect: unsafe line 37
// fails with: env HOME="/home/abcdefghijklmnop"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 32

/* "$HOME/.config/x", or NULL if it does not fit. */
static const char *config_path(char *buf, size_t size)
{
    const char *home = getenv("HOME");
    int n;

    if (home == NULL || home[0] != '/')
        home = "/tmp";
    n = snprintf(buf, size, "%s/.config/x", home);
    if (n < 0 || (size_t)n > size)
        return NULL;
    return buf;
}

int main(void)
{
    char buf[SIZE];
    const char *path = config_path(buf, sizeof buf);
    size_t len;

    if (path == NULL) {
        fputs("path too long\n", stderr);
        return 1;
    }
    len = strlen(path);
    assert(len < SIZE);
    /* nothing has been cut off */
    assert(path[len - 1] == 'x');
    printf("%s\n", path);
    return 0;
}
