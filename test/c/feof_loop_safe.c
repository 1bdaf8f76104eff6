// expect: safe
/* A stream that cannot be read has no end that feof tells of; it goes on failing. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int ends = 0;
    for (int n = 0; n < 3 && !feof(stdin); n++) {
        if (fgetc(stdin) == EOF) ends++;
        if (ferror(stdin)) break;
    }
    assert(ends <= 1);
    assert(!(feof(stdin) && ferror(stdin)));
    return 0;
}
