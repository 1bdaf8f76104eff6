// expect: safe
// Split "key=value" into its two parts.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define KEYLEN 8

int main(int argc, char **argv)
{
    char key[KEYLEN];
    const char *line;
    size_t n;

    if (argc < 2)
        return 2;
    line = argv[1];
    n = strcspn(line, "=");
    if (n == 0 || line[n] == '\0') {
        fprintf(stderr, "expected key=value\n");
        return 1;
    }
    if (n >= sizeof key) {
        fprintf(stderr, "key too long\n");
        return 1;
    }
    memcpy(key, line, n);
    key[n] = '\0';

    assert(strchr(key, '=') == NULL);
    assert(line[n] == '=');
    printf("key %s\n", key);
    return 0;
}
