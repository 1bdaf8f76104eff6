// expect: unsafe line 36
// fails with: stdin "000000000"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

/* Check digit of an ISBN-10: a value from 0 to 10. */
static int check_digit(const char digits[9])
{
    int sum = 0;
    int i;

    for (i = 0; i < 9; i++)
        sum += (10 - i) * (digits[i] - '0');
    return 11 - sum % 11;
}

int main(void)
{
    char digits[9];
    int n = 0;
    int c, check;

    while (n < 9 && (c = getchar()) != EOF) {
        if (c == '-')
            continue;
        if (!isdigit(c)) {
            puts("digits only");
            return 1;
        }
        digits[n++] = (char)c;
    }
    if (n < 9)
        return 1;
    check = check_digit(digits);
    assert(check >= 0 && check <= 10);
    if (check == 10)
        puts("X");
    else
        printf("%d\n", check);
    return 0;
}
