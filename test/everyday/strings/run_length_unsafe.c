// expect: unsafe line 40
// fails with: stdin "abbbbbbbbbbb\n"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define IN_MAX 16
#define OUT_MAX (2 * IN_MAX)

/* Run length coding: "aaab" becomes "3a1b"; runs have 1 to 9 characters. */
static size_t encode(const char *s, char *out)
{
    size_t n = 0;

    while (*s != '\0') {
        int run = 1;

        while (run < 10 && s[run] == s[0])
            run++;
        out[n++] = (char)('0' + run);
        out[n++] = s[0];
        s += run;
    }
    out[n] = '\0';
    return n;
}

int main(void)
{
    char line[IN_MAX];
    char out[OUT_MAX];
    size_t n, i;

    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    line[strcspn(line, "\n")] = '\0';
    n = encode(line, out);
    assert(n < OUT_MAX);
    for (i = 0; i < n; i += 2)
        assert(out[i] >= '1' && out[i] <= '9');
    puts(out);
    return 0;
}
