// expect: unsafe line 43
// fails with: args "g0"
#include <assert.h>
#include <stdio.h>
#include <string.h>

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'g')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* Parses exactly two hex digits, -1 if they are not valid. */
static int parse_byte(const char *s)
{
    int hi, lo;

    if (strlen(s) != 2)
        return -1;
    hi = hex_value(s[0]);
    lo = hex_value(s[1]);
    if (hi < 0 || lo < 0)
        return -1;
    return hi * 16 + lo;
}

int main(int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++) {
        int v = parse_byte(argv[i]);

        if (v < 0) {
            printf("%s: not a hex byte\n", argv[i]);
            continue;
        }
        assert((v >> 4) <= 15);
        printf("%s = %d\n", argv[i], v);
    }
    return 0;
}
