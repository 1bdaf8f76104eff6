// expect: unsafe line 37
// fails with: args "ab"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define MAX 16

static void reverse(char *s, size_t n)
{
    size_t i;

    for (i = 0; i <= n / 2 && i < n; i++) {
        char t = s[i];

        s[i] = s[n - 1 - i];
        s[n - 1 - i] = t;
    }
}

int main(int argc, char **argv)
{
    char word[MAX];
    int k;

    for (k = 1; k < argc; k++) {
        size_t n = strlen(argv[k]);
        size_t i;

        if (n >= MAX) {
            fprintf(stderr, "%s: too long\n", argv[k]);
            continue;
        }
        strcpy(word, argv[k]);
        reverse(word, n);
        for (i = 0; i < n; i++)
            assert(word[i] == argv[k][n - 1 - i]);
        printf("%s\n", word);
    }
    return 0;
}
