// expect: unsafe line 11
// fails with: stdin "//**/*"
// Remove C comments; the result must not contain the start of a comment.
#include <assert.h>
#include <stdio.h>

static int last = EOF;

static void out(int c)
{
    assert(!(last == '/' && c == '*'));
    last = c;
    putchar(c);
}

static int skip_comment(void)
{
    int c, prev = 0;

    while ((c = getchar()) != EOF) {
        if (prev == '*' && c == '/')
            return 0;
        prev = c;
    }
    return -1;
}

int main(void)
{
    int c, next;

    while ((c = getchar()) != EOF) {
        if (c != '/') {
            out(c);
            continue;
        }
        next = getchar();
        if (next == '*') {
            if (skip_comment() != 0)
                return 1;
            continue;
        }
        out('/');
        if (next == EOF)
            break;
        ungetc(next, stdin);
    }
    return 0;
}
