// expect: safe
// The verbosity level is read from the environment before main starts.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_LEVEL 3

static int level = 1;

__attribute__((constructor))
static void read_level(void)
{
    const char *s = getenv("APP_LEVEL");
    long v;

    if (s == NULL || *s == '\0')
        return;
    v = strtol(s, NULL, 10);
    if (v < 0 || v > MAX_LEVEL)
        v = MAX_LEVEL;
    level = (int)v;
}

int main(void)
{
    static const char *const names[MAX_LEVEL + 1] = {
        "silent", "normal", "verbose", "debug"
    };

    assert(level >= 0);
    assert(level <= MAX_LEVEL);
    printf("level: %s\n", names[level]);
    return 0;
}
