// expect: unsafe line 63
// fails with: nondet 90
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static void to_roman(int n, char *out)
{
    static const int value[] = { 100, 90, 50, 40, 10, 9, 5, 4, 1 };
    static const char *const digits[] = {
        "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"
    };
    int i;

    out[0] = '\0';
    for (i = 0; i < 9; i++) {
        while (n >= value[i]) {
            strcat(out, digits[i]);
            n -= value[i];
        }
    }
}

static int from_roman(const char *s)
{
    int sum = 0;

    for (; *s != '\0'; s++) {
        switch (*s) {
        case 'I':
            sum += (s[1] == 'V' || s[1] == 'X') ? -1 : 1;
            break;
        case 'V':
            sum += 5;
            break;
        case 'X':
            sum += (s[1] == 'L') ? -10 : 10;
            break;
        case 'L':
            sum += 50;
            break;
        case 'C':
            sum += 100;
            break;
        default:
            return -1;
        }
    }
    return sum;
}

int main(void)
{
    char text[16];
    int n = __VERIFIER_nondet_int();

    if (n < 1 || n > 120)
        return 0;
    to_roman(n, text);
    printf("%d = %s\n", n, text);
    assert(from_roman(text) == n);
    return 0;
}
