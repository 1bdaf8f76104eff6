// expect: safe
// Read a number; the character after it stays in the stream.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

static int read_number(FILE *f)
{
    int c, v = 0;

    while ((c = getc(f)) != EOF && isdigit(c)) {
        if (v < 100000)
            v = v * 10 + (c - '0');
    }
    if (c == EOF)
        return -1;
    ungetc(c, f);
    return v;
}

int main(void)
{
    int v, op;

    v = read_number(stdin);
    if (v < 0)
        return 1;
    op = getchar();
    assert(op == EOF || !isdigit(op));
    printf("%d then %d\n", v, op);
    return 0;
}
