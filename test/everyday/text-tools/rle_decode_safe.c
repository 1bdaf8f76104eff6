// expect: safe
// Expand "3a2b" to "aaabb".
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char out[16];
    size_t len = 0;
    int n, c;

    while ((n = getchar()) != EOF && isdigit(n)) {
        size_t count = (size_t)(n - '0');

        c = getchar();
        if (c == EOF || c == '\n')
            break;
        if (count > sizeof out - len) {
            fprintf(stderr, "too long\n");
            return 1;
        }
        assert(len + count <= sizeof out);
        memset(out + len, c, count);
        len += count;
    }
    fwrite(out, 1, len, stdout);
    putchar('\n');
    return 0;
}
