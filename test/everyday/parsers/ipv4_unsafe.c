// expect: unsafe line 44
// fails with: stdin "10.0.0.256\n"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

static int parse_ipv4(const char *s, int octet[4])
{
    int i;

    for (i = 0; i < 4; i++) {
        int v = 0;
        int digits = 0;

        while (isdigit((unsigned char)*s) && digits < 3) {
            v = v * 10 + (*s - '0');
            s++;
            digits++;
        }
        if (digits == 0)
            return 0;
        if (v > 256)
            return 0;
        octet[i] = v;
        if (i < 3 && *s++ != '.')
            return 0;
    }
    return *s == '\0' || *s == '\n';
}

int main(void)
{
    char line[32];
    int octet[4];
    int i;

    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    if (!parse_ipv4(line, octet)) {
        puts("invalid address");
        return 1;
    }
    for (i = 0; i < 4; i++)
        assert(octet[i] >= 0 && octet[i] <= 255);
    printf("%02x%02x%02x%02x\n", octet[0], octet[1], octet[2], octet[3]);
    return 0;
}
