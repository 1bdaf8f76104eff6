// expect: safe
// Run-length encoding: every run becomes one digit and the character.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

static void emit(int c, int run)
{
    int digit = '0' + run;

    assert(isdigit(digit));
    putchar(digit);
    putchar(c);
}

int main(void)
{
    char line[16];
    int i, run = 0;

    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    for (i = 0; line[i] != '\0' && line[i] != '\n'; i++) {
        if (i > 0 && line[i] == line[i - 1] && run < 9) {
            run++;
        } else {
            if (run > 0)
                emit((unsigned char)line[i - 1], run);
            run = 1;
        }
    }
    if (run > 0)
        emit((unsigned char)line[i - 1], run);
    putchar('\n');
    return 0;
}
