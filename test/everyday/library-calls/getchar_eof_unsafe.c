// expect: unsafe line 16
// fails with: stdin "\xff"
// Copy input to output until its end.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    unsigned long n = 0;
    char c;

    while ((c = getchar()) != EOF) {
        putchar(c);
        n++;
    }
    assert(feof(stdin) || ferror(stdin));
    fprintf(stderr, "%lu characters\n", n);
    return 0;
}
