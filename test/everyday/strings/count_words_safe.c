// expect: safe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#define LIMIT 30

/* Counts the words among the first LIMIT characters of the input. */
int main(void)
{
    int chars = 0;
    int words = 0;
    int in_word = 0;
    int c;

    while (chars < LIMIT && (c = getchar()) != EOF) {
        chars++;
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

    /* words are separated by at least one space */
    assert(words <= (chars + 1) / 2);
    printf("%d words in %d characters\n", words, chars);
    return 0;
}
