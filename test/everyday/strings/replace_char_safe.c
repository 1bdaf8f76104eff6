// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Replaces every occurrence of one character; returns how many there were. */
static size_t replace(char *s, char from, char to)
{
    size_t n = strlen(s);
    size_t count = 0;
    size_t i;

    for (i = 0; i < n; i++) {
        if (s[i] == from) {
            s[i] = to;
            count++;
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    char name[20];
    size_t n;

    if (argc != 2) {
        fprintf(stderr, "usage: mangle path\n");
        return 1;
    }
    strncpy(name, argv[1], sizeof name - 1);
    name[sizeof name - 1] = '\0';

    n = replace(name, '/', '_');
    assert(strchr(name, '/') == NULL);
    assert(n <= strlen(name));
    printf("%s (%zu replaced)\n", name, n);
    return 0;
}
