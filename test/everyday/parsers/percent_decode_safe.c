// expect: safe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

static int digit(int c)
{
    if (isdigit(c))
        return c - '0';
    return toupper(c) - 'A' + 10;
}

/* Decodes %xx from stdin to stdout; returns -1 on a malformed escape. */
static int decode(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        int hi, lo;

        if (c != '%') {
            putchar(c);
            continue;
        }
        hi = getchar();
        lo = getchar();
        if (hi == EOF || lo == EOF || !isxdigit(hi) || !isxdigit(lo))
            return -1;
        assert(digit(lo) >= 0 && digit(lo) < 16);
        putchar(digit(hi) * 16 + digit(lo));
    }
    return 0;
}

int main(void)
{
    if (decode() != 0) {
        fputs("malformed escape\n", stderr);
        return 1;
    }
    return 0;
}
