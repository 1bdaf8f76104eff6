// expect: unsafe line 39
// fails with: stdin "aaa"
// Encode three bytes in base64 and decode them again.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static void encode(const unsigned char *b, unsigned char *out)
{
    out[0] = b[0] >> 2;
    out[1] = (unsigned char)((b[0] & 3) << 4 | b[1] >> 4);
    out[2] = (unsigned char)((b[1] & 15) << 2 | b[2] >> 6);
    out[3] = b[2] & 31;
}

static void decode(const unsigned char *e, unsigned char *out)
{
    out[0] = (unsigned char)(e[0] << 2 | e[1] >> 4);
    out[1] = (unsigned char)((e[1] & 15) << 4 | e[2] >> 2);
    out[2] = (unsigned char)((e[2] & 3) << 6 | e[3]);
}

int main(void)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char in[3], six[4], back[3];
    int i;

    if (fread(in, 1, sizeof in, stdin) != sizeof in)
        return 1;
    encode(in, six);
    for (i = 0; i < 4; i++) {
        assert(six[i] < 64);
        putchar(alphabet[six[i]]);
    }
    putchar('\n');
    decode(six, back);
    assert(memcmp(in, back, sizeof in) == 0);
    return 0;
}
