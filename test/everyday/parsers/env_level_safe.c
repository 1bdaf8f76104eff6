// expect: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 4

static const char *const level_name[LEVELS] = {
    "error", "warning", "info", "debug"
};

/* The log level comes from the environment: a name or a number. */
static int log_level(void)
{
    const char *s = getenv("LOG_LEVEL");
    char *end;
    long v;
    int i;

    if (s == NULL || *s == '\0')
        return 1;
    for (i = 0; i < LEVELS; i++)
        if (strcmp(s, level_name[i]) == 0)
            return i;
    v = strtol(s, &end, 10);
    if (*end != '\0')
        return 1;
    if (v >= LEVELS)
        v = LEVELS - 1;
    if (v < 0)
        v = 0;
    return (int)v;
}

int main(void)
{
    int level = log_level();

    assert(level >= 0 && level < LEVELS);
    printf("log level: %s\n", level_name[level]);
    return 0;
}
