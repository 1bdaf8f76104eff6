// expect: safe
// Print a number in another base.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXDIGITS 16

static void to_base(unsigned n, unsigned base, char *out)
{
    char tmp[MAXDIGITS];
    int i = 0;

    do {
        tmp[i++] = "0123456789abcdef"[n % base];
        n /= base;
    } while (n > 0);
    while (i > 0)
        *out++ = tmp[--i];
    *out = '\0';
}

int main(int argc, char **argv)
{
    char text[MAXDIGITS + 1];
    unsigned long n, base;

    if (argc != 3)
        return 2;
    n = strtoul(argv[1], NULL, 10);
    base = strtoul(argv[2], NULL, 10);
    if (n > 0xffff || base < 2 || base > 16)
        return 1;
    to_base((unsigned)n, (unsigned)base, text);
    assert(strlen(text) >= 1);
    puts(text);
    return 0;
}
