// expect: unsafe line 24
// fails with: args "50"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_DIGITS 19

/* The Luhn test of card numbers: double every second digit. */
static int luhn(const char *s, size_t n)
{
    int sum = 0;
    int twice = 0;

    while (n > 0) {
        int d = s[--n] - '0';

        if (twice) {
            d *= 2;
            if (d > 10)
                d -= 9;
        }
        assert(d >= 0 && d <= 9);
        sum += d;
        twice = !twice;
    }
    return sum % 10 == 0;
}

int main(int argc, char **argv)
{
    size_t n, i;

    if (argc != 2)
        return 1;
    n = strlen(argv[1]);
    if (n == 0 || n > MAX_DIGITS)
        return 1;
    for (i = 0; i < n; i++)
        if (!isdigit((unsigned char)argv[1][i]))
            return 1;
    puts(luhn(argv[1], n) ? "valid" : "not valid");
    return 0;
}
