// expect: unsafe line 25
// fails with: stdin "ab\377c\n"
#include <assert.h>
#include <stdio.h>

/* Copies the input to the output and numbers its lines. */
int main(void)
{
    unsigned line = 1;
    int at_start = 1;
    char c;

    while ((c = getchar()) != EOF) {
        if (at_start) {
            printf("%4u ", line);
            at_start = 0;
        }
        putchar(c);
        if (c == '\n') {
            line++;
            at_start = 1;
        }
    }
    /* everything has been read */
    assert(feof(stdin) || ferror(stdin));
    if (!at_start)
        putchar('\n');
    return 0;
}
