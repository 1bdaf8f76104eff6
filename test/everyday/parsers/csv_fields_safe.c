// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define MAX_FIELDS 6

/* Splits a line in place at the commas, stores the start of every field. */
static int split(char *line, char *fields[MAX_FIELDS])
{
    int n = 0;
    char *p = line;

    for (;;) {
        char *comma = strchr(p, ',');

        assert(n < MAX_FIELDS);
        fields[n++] = p;
        if (comma == NULL)
            break;
        *comma = '\0';
        p = comma + 1;
        if (n == MAX_FIELDS)
            break;          /* ignore the rest of the line */
    }
    return n;
}

int main(void)
{
    char line[40];
    char *fields[MAX_FIELDS];
    int i, n;

    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    line[strcspn(line, "\r\n")] = '\0';

    n = split(line, fields);
    for (i = 0; i < n; i++)
        printf("%d: '%s'\n", i, fields[i]);
    return 0;
}
