// expect: unsafe line 29
// fails with: args "3130"
// Sort the digits of a word by counting them.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define MAXLEN 8

int main(int argc, char **argv)
{
    int count[4] = { 0 };
    char out[MAXLEN + 1];
    size_t n, i, k = 0;
    int d;

    if (argc < 2)
        return 2;
    n = strlen(argv[1]);
    if (n > MAXLEN || strspn(argv[1], "0123") != n)
        return 1;
    for (i = 0; i < n; i++)
        count[argv[1][i] - '0']++;
    for (d = 0; d < 3; d++) {
        while (count[d]-- > 0)
            out[k++] = (char)('0' + d);
    }
    out[k] = '\0';
    assert(strlen(out) == n);
    puts(out);
    return 0;
}
