// expect: safe
// Grow an array by hand and check that the old contents are still there.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *grow(int *old, size_t oldn, size_t newn)
{
    int *p = calloc(newn, sizeof *p);

    if (p != NULL)
        memcpy(p, old, oldn * sizeof *old);
    free(old);
    return p;
}

int main(int argc, char **argv)
{
    size_t i, n = 4;
    int *len = calloc(n, sizeof *len);

    if (len == NULL)
        return 1;
    for (i = 0; i < n; i++)
        len[i] = argc > (int)i + 1 && argv[i + 1][0] != '\0';

    len = grow(len, n, 2 * n);
    if (len == NULL)
        return 1;
    for (i = 0; i < n; i++)
        assert(len[i] == (argc > (int)i + 1 && argv[i + 1][0] != '\0'));
    free(len);
    return 0;
}
