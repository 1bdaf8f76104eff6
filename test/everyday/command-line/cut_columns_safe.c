// expect: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 16

/* cut: prints the columns from .. to of every line (the first is 1) */
int main(int argc, char **argv)
{
    char line[WIDTH];
    char part[WIDTH];
    long from, to;

    if (argc != 3)
        return 1;
    from = strtol(argv[1], NULL, 10);
    to = strtol(argv[2], NULL, 10);
    if (from < 1 || to > WIDTH || from > to)
        return 1;

    while (fgets(line, sizeof line, stdin) != NULL) {
        long len, last;

        line[strcspn(line, "\n")] = '\0';
        len = (long)strlen(line);
        if (from > len) {
            putchar('\n');
            continue;
        }
        last = to < len ? to : len;
        assert(last - from + 1 > 0);
        memcpy(part, line + from - 1, (size_t)(last - from + 1));
        part[last - from + 1] = '\0';
        puts(part);
    }
    return 0;
}
