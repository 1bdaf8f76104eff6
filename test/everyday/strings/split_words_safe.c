// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define MAX_WORDS 5

int main(void)
{
    char line[48];
    char *words[MAX_WORDS];
    int n = 0;
    int i;
    char *w;

    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;

    for (w = strtok(line, " \t\n"); w != NULL; w = strtok(NULL, " \t\n")) {
        if (n >= MAX_WORDS) {
            fputs("too many words, rest ignored\n", stderr);
            break;
        }
        assert(n < MAX_WORDS);
        words[n++] = w;
    }

    /* print them in reverse order */
    for (i = n - 1; i >= 0; i--)
        printf("%s%c", words[i], i > 0 ? ' ' : '\n');
    return 0;
}
