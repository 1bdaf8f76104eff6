// expect: unsafe line 35
// fails with: nondet 97, 98, 99, 0, 0
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

#define LEN 5

/* Position of a character in a string, -1 if it does not occur. */
static int find(const char *s, char c)
{
    int i;

    for (i = 0; s[i] != c; i++)
        if (s[i] == '\0')
            return -1;
    return i;
}

int main(void)
{
    char s[LEN];
    char c;
    int i, pos;

    for (i = 0; i < LEN - 1; i++)
        s[i] = __VERIFIER_nondet_char();
    s[LEN - 1] = '\0';
    c = __VERIFIER_nondet_char();

    pos = find(s, c);
    if (pos >= 0) {
        assert(s[pos] == c);
        assert((size_t)pos < strlen(s));
    }
    return 0;
}
