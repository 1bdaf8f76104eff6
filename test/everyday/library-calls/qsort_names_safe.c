// expect: safe
// Sort the words of the command line.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXWORDS 4
#define WORDLEN 8

static char words[MAXWORDS][WORDLEN];

static int by_name(const void *a, const void *b)
{
    return strcmp((const char *)a, (const char *)b);
}

int main(int argc, char **argv)
{
    int i, n = 0;

    for (i = 1; i < argc && n < MAXWORDS; i++) {
        if (strlen(argv[i]) >= WORDLEN)
            continue;
        strcpy(words[n++], argv[i]);
    }
    qsort(words, (size_t)n, sizeof words[0], by_name);
    for (i = 0; i + 1 < n; i++)
        assert(strcmp(words[i], words[i + 1]) <= 0);
    for (i = 0; i < n; i++)
        puts(words[i]);
    return 0;
}
