// expect: unsafe line 14
// fails with: stdin "\x80"
// Print the input in hexadecimal, eight bytes per line.
#include <assert.h>
#include <stdio.h>

#define WIDTH 8

static void put_hex(int c)
{
    static const char digits[] = "0123456789abcdef";
    int hi = c / 16, lo = c % 16;

    assert(hi >= 0 && hi < 16 && lo >= 0 && lo < 16);
    putchar(digits[hi]);
    putchar(digits[lo]);
}

int main(void)
{
    char buf[WIDTH];
    size_t i, n;

    while ((n = fread(buf, 1, sizeof buf, stdin)) > 0) {
        for (i = 0; i < n; i++) {
            put_hex(buf[i]);
            putchar(i + 1 < n ? ' ' : '\n');
        }
    }
    return 0;
}
