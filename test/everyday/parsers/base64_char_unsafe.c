// expect: unsafe line 36
// fails with: stdin "/"
#include <assert.h>
#include <stdio.h>

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The six bits of a base64 character, -1 for any other character. */
static int decode(int c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+')
        return 62;
    if (c == '/')
        return 64;
    return -1;
}

int main(void)
{
    unsigned bits = 0;
    int n = 0;
    int c;

    while ((c = getchar()) != EOF && c != '=') {
        int v = decode(c);

        if (v < 0)
            continue;
        assert(alphabet[v] == c);
        bits = (bits << 6) | (unsigned)v;
        n += 6;
        if (n >= 8) {
            n -= 8;
            putchar((int)(bits >> n) & 0xff);
        }
    }
    return 0;
}
