// expect: unsafe line 40
// fails with: stdin "1234567890\n"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#define MAX_DIGITS 9

/* Reads an unsigned decimal number from standard input.
   Returns the number of digits, 0 if there was no number. */
static int read_number(unsigned *out)
{
    unsigned v = 0;
    int n = 0;
    int c = getchar();

    while (c == ' ' || c == '\t')
        c = getchar();

    while (c != EOF && isdigit(c)) {
        if (n > MAX_DIGITS)
            break;
        v = v * 10u + (unsigned)(c - '0');
        n++;
        c = getchar();
    }
    *out = v;
    return n;
}

int main(void)
{
    unsigned v;
    int n = read_number(&v);

    if (n == 0) {
        puts("no number");
        return 1;
    }
    assert(v <= 999999999u);
    printf("%d digits: %u\n", n, v);
    return 0;
}
