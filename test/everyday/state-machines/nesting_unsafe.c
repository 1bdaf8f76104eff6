// expect: unsafe line 24
// fails with: stdin "<<<<a>>>>"
#include <assert.h>
#include <stdio.h>

#define MAX_DEPTH 3

static int start[MAX_DEPTH];    /* column where every level started */

/* Checks the nesting of < and > on one line. */
int main(void)
{
    int depth = 0;
    int column = 0;
    int c;

    while (column < 1000 && (c = getchar()) != EOF && c != '\n') {
        column++;
        if (c == '<') {
            if (depth > MAX_DEPTH) {
                printf("%d: nested too deeply\n", column);
                return 1;
            }
            assert(depth < MAX_DEPTH);
            start[depth++] = column;
        } else if (c == '>') {
            if (depth == 0) {
                printf("%d: unexpected >\n", column);
                return 1;
            }
            depth--;
            assert(start[depth] < column);
            printf("%d-%d\n", start[depth], column);
        }
    }
    if (depth > 0)
        printf("%d not closed\n", depth);
    return depth > 0;
}
