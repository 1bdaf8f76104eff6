// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

static int starts_with(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

static int ends_with(const char *s, const char *suffix)
{
    size_t n = strlen(s);
    size_t m = strlen(suffix);

    return n >= m && strcmp(s + n - m, suffix) == 0;
}

int main(int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++) {
        const char *s = argv[i];

        if (starts_with(s, "help")) {
            assert(strlen(s) >= 4);
            printf("help topic '%s'\n", s + 4);
        } else if (ends_with(s, ".txt")) {
            assert(strlen(s) >= 4);
            printf("text file %s\n", s);
        } else {
            printf("something else: %s\n", s);
        }
    }
    return 0;
}
