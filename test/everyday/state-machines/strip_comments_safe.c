// expect: safe
#include <assert.h>
#include <stdio.h>

enum state { CODE, SLASH, COMMENT, STAR };

/* Copies C source without its comments. */
int main(void)
{
    enum state s = CODE;
    int in_comment = 0;         /* characters since the comment started */
    int c;

    while ((c = getchar()) != EOF) {
        switch (s) {
        case CODE:
            if (c == '/')
                s = SLASH;
            else
                putchar(c);
            break;
        case SLASH:
            if (c == '*') {
                s = COMMENT;
                in_comment = 0;
            } else {
                putchar('/');
                if (c != '/') {
                    putchar(c);
                    s = CODE;
                }
            }
            break;
        case COMMENT:
        case STAR:
            if (in_comment < 2)
                in_comment++;
            if (s == STAR && c == '/') {
                /* at least the two characters of the closing mark */
                assert(in_comment == 2);
                s = CODE;
            } else {
                s = c == '*' ? STAR : COMMENT;
            }
            break;
        }
    }
    if (s == SLASH)
        putchar('/');
    return s == COMMENT || s == STAR;
}
