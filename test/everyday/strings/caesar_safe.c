// expect: safe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static int rotate(int c, int key)
{
    if (c >= 'a' && c <= 'z')
        return 'a' + (c - 'a' + key) % 26;
    if (c >= 'A' && c <= 'Z')
        return 'A' + (c - 'A' + key) % 26;
    return c;
}

int main(int argc, char **argv)
{
    long arg = 13;
    int key, c;

    if (argc > 1)
        arg = strtol(argv[1], NULL, 10);
    key = (int)((arg % 26 + 26) % 26);

    while ((c = getchar()) != EOF) {
        int r = rotate(c, key);

        if (isalpha(c))
            assert(isalpha(r));
        putchar(r);
    }
    return 0;
}
