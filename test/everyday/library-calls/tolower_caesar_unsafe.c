// expect: unsafe line 27
// fails with: args "Hi"
// Caesar cipher; the output is always lower case.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#define SHIFT 3

static int encode(int c)
{
    return 'a' + (c - 'a' + SHIFT) % 26;
}

int main(int argc, char **argv)
{
    const char *p;

    if (argc < 2)
        return 0;
    for (p = argv[1]; *p != '\0'; p++) {
        int c = (unsigned char)*p;

        if (isalpha(c)) {
            int e = encode(c);

            assert(e >= 'a' && e <= 'z');
            putchar(e);
        } else {
            putchar(c);
        }
    }
    putchar('\n');
    return 0;
}
