// expect: unsafe line 27
// fails with: stdin "a\t\n"
// Remove white space from the ends of lines.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static size_t rstrip(char *s)
{
    size_t n = strlen(s);

    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\n' || s[n - 1] == '\r'))
        n--;
    s[n] = '\0';
    return n;
}

int main(void)
{
    char line[32];

    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t n = rstrip(line);

        assert(n == strlen(line));
        assert(n == 0 || !isspace((unsigned char)line[n - 1]));
        puts(line);
    }
    return 0;
}
