// expect: safe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

static int to_upper(int c)
{
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 'A';
    return c;
}

int main(void)
{
    int c;
    int in_word = 0;
    unsigned long changed = 0;

    while ((c = getchar()) != EOF) {
        int u = to_upper(c);

        assert(!islower(u));
        if (u != c)
            changed++;
        if (isspace(u)) {
            if (in_word)
                putchar('\n');
            in_word = 0;
        } else {
            putchar(u);
            in_word = 1;
        }
    }
    fprintf(stderr, "%lu letters changed\n", changed);
    return 0;
}
