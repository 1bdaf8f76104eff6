// expect: safe
// Count the columns of every line; commas inside of quotes do not count.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[16];

    while (fgets(line, sizeof line, stdin) != NULL) {
        int in_quotes = 0;
        int columns = 1, commas = 0;
        const char *p;

        for (p = line; *p != '\0'; p++) {
            if (*p == '"')
                in_quotes = !in_quotes;
            if (*p == ',') {
                commas++;
                if (!in_quotes)
                    columns++;
            }
        }
        if (strchr(line, '"') == NULL)
            assert(columns == commas + 1);
        printf("%d\n", columns);
    }
    return 0;
}
