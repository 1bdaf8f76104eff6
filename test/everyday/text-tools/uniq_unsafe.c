// expect: unsafe line 21
// fails with: stdin "abcdefghi\nabcdefghi\n"
// Print a line only if it differs from the line before.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define LINELEN 16
#define KEEP (LINELEN / 2)

static char prev[KEEP];
static char shown[LINELEN];

int main(void)
{
    char line[LINELEN];
    int first = 1;

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (first || strcmp(line, prev) != 0) {
            assert(first || strcmp(line, shown) != 0);
            fputs(line, stdout);
            strcpy(shown, line);
            prev[0] = '\0';
            strncat(prev, line, sizeof prev - 1);
            first = 0;
        }
    }
    return 0;
}
