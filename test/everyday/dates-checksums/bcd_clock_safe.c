// expect: safe
#include <assert.h>
#include <stdio.h>

/* A clock chip keeps the minutes as two decimal digits in one byte. */
static unsigned char to_bcd(unsigned v)
{
    return (unsigned char)(((v / 10) << 4) | (v % 10));
}

static unsigned from_bcd(unsigned char b)
{
    return (b >> 4) * 10u + (b & 0x0fu);
}

static unsigned char next_minute(unsigned char b)
{
    b++;
    if ((b & 0x0f) > 9)
        b = (unsigned char)((b & 0xf0) + 0x10);
    if (b == 0x60)
        b = 0;
    return b;
}

int main(void)
{
    unsigned v;

    while (scanf("%2u", &v) == 1) {
        unsigned char b;

        if (v >= 60)
            continue;
        b = to_bcd(v);
        b = next_minute(b);
        assert((b & 0x0f) <= 9);
        assert(from_bcd(b) == (v + 1) % 60);
        printf("%02x\n", b);
    }
    return 0;
}
