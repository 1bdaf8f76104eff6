// expect: unsafe line 33
// fails with: args "-n" "2"; stdin "a\nb\nc\n"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES 20L

/* head: prints the first n lines of standard input */
int main(int argc, char **argv)
{
    long n = 10;
    long printed = 0;
    int c;

    if (argc == 3 && strcmp(argv[1], "-n") == 0) {
        n = strtol(argv[2], NULL, 10);
        if (n < 0 || n > MAX_LINES) {
            fputs("bad number of lines\n", stderr);
            return 1;
        }
    } else if (argc > 1) {
        fputs("usage: head [-n lines]\n", stderr);
        return 1;
    }

    while (printed <= n && (c = getchar()) != EOF) {
        putchar(c);
        if (c == '\n')
            printed++;
    }
    assert(printed >= 0 && printed <= n);
    return 0;
}
