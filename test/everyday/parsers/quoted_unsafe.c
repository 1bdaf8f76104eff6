// expect: unsafe line 30
// fails with: stdin "\"abcdefg\\n\""
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define BUF 8

/* Reads a double quoted string with backslash escapes from stdin.
   Returns the length, or -1 on a syntax error or if it is too long. */
static int read_quoted(char buf[BUF])
{
    int n = 0;
    int c = getchar();

    if (c != '"')
        return -1;
    while ((c = getchar()) != EOF && c != '"') {
        if (c == '\\') {
            c = getchar();
            if (c == EOF)
                return -1;
            if (c == 'n')
                c = '\n';
            else if (c == 't')
                c = '\t';
        }
        else if (n == BUF - 1)
            return -1;
        assert(n < BUF - 1);
        buf[n++] = (char)c;
    }
    if (c == EOF)
        return -1;
    buf[n] = '\0';
    return n;
}

int main(void)
{
    char buf[BUF];
    int n = read_quoted(buf);

    if (n < 0) {
        puts("syntax error");
        return 1;
    }
    printf("%d bytes: %s\n", n, buf);
    return 0;
}
