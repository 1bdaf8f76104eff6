// expect: unsafe line 29
// fails with: args "in.txt"; file in.txt "abc\n\000\n"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 24

/* Prints the longest line of a file (lines are cut at WIDTH - 1). */
int main(int argc, char **argv)
{
    char line[WIDTH];
    char best[WIDTH] = "";
    FILE *f;

    if (argc != 2) {
        fputs("usage: longest file\n", stderr);
        return 1;
    }
    f = fopen(argv[1], "r");
    if (f == NULL) {
        perror(argv[1]);
        return 1;
    }
    while (fgets(line, sizeof line, f) != NULL) {
        size_t len = strlen(line);

        /* remove the newline */
        assert(len - 1 < WIDTH);
        if (line[len - 1] == '\n')
            line[--len] = '\0';
        if (len > strlen(best))
            strcpy(best, line);
    }
    fclose(f);
    printf("%s\n", best);
    return 0;
}
