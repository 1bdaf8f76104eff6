// expect: safe
// Count characters, words and lines of the input.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#define MAXCHARS 1000

int main(void)
{
    int c, in_word = 0;
    unsigned chars = 0, words = 0, lines = 0;

    while (chars < MAXCHARS && (c = getchar()) != EOF) {
        chars++;
        if (c == '\n')
            lines++;
        if (isspace(c)) {
            if (in_word)
                words++;
            in_word = 0;
        } else {
            in_word = 1;
        }
    }
    if (in_word)
        words++;
    assert(lines <= chars);
    assert(2 * words <= chars + 1);
    printf("%u %u %u\n", lines, words, chars);
    return 0;
}
