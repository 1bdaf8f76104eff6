// expect: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/* Decimal text of a number; buf needs 12 bytes. */
static void to_text(int n, char *buf)
{
    unsigned u = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    char tmp[10];
    int len = 0;

    do {
        tmp[len++] = (char)('0' + u % 10);
        u /= 10;
    } while (u != 0);
    if (n < 0)
        *buf++ = '-';
    while (len > 0)
        *buf++ = tmp[--len];
    *buf = '\0';
}

int main(void)
{
    char buf[12];
    int n = __VERIFIER_nondet_int();

    to_text(n, buf);
    assert(strlen(buf) > 0);
    assert(strlen(buf) < sizeof buf);
    assert((buf[0] == '-') == (n < 0));
    puts(buf);
    return 0;
}
