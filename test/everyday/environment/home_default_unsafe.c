// expect: unsafe line 24
// fails with: env APP_HOME=""
// Use the home directory of the environment or a default.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *home(void)
{
    const char *h = getenv("APP_HOME");

    if (h == NULL)
        h = "/tmp";
    return h;
}

int main(void)
{
    char path[32];
    const char *h = home();
    size_t n = strlen(h);

    assert(n > 0);
    if (n > 20)
        return 1;
    strcpy(path, h);
    if (path[n - 1] != '/')
        strcat(path, "/");
    strcat(path, "cache");
    puts(path);
    return 0;
}
