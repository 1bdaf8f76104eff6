// expect: unsafe line 17
// fails with: stdin "\t"
// Replace tabs by spaces up to the next multiple of eight.
#include <assert.h>
#include <stdio.h>

#define TAB 8

int main(void)
{
    int c, col = 0;

    while ((c = getchar()) != EOF) {
        if (c == '\t') {
            int i, spaces = (TAB - col) % TAB;

            assert(spaces >= 1 && spaces <= TAB);
            for (i = 0; i < spaces; i++)
                putchar(' ');
            col = 0;
        } else if (c == '\n') {
            putchar(c);
            col = 0;
        } else {
            putchar(c);
            col = (col + 1) % TAB;
        }
    }
    return 0;
}
