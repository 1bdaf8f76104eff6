// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define MAX_LEN 15

/* Replaces \n, \t and \\ by the characters they stand for. Returns the
   length of the result, which goes to out. */
static size_t unescape(const char *s, size_t len, char *out)
{
    size_t i = 0, n = 0;

    while (i < len) {
        char c = s[i];

        if (c == '\\' && i + 1 < len) {
            i++;
            switch (s[i]) {
            case 'n':
                c = '\n';
                break;
            case 't':
                c = '\t';
                break;
            default:
                c = s[i];
                break;
            }
        }
        out[n++] = c;
        i++;
    }
    assert(i == len);
    out[n] = '\0';
    return n;
}

int main(int argc, char **argv)
{
    char out[MAX_LEN + 1];
    size_t len, n;

    if (argc < 2)
        return 1;
    len = strlen(argv[1]);
    if (len > MAX_LEN) {
        fprintf(stderr, "too long\n");
        return 1;
    }
    n = unescape(argv[1], len, out);
    assert(n <= len);
    printf("%s\n", out);
    return 0;
}
