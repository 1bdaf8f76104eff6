// expect: unsafe line 45
// fails with: stdin "a\t1\n"
// Split an expression into numbers, names and operators.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

struct token {
    enum { END, NUMBER, NAME, OP } kind;
    size_t len;
};

static struct token next_token(const char *s)
{
    struct token t = { END, 0 };

    if (*s == '\0')
        return t;
    if (isdigit((unsigned char)*s)) {
        t.kind = NUMBER;
        while (isdigit((unsigned char)s[t.len]))
            t.len++;
    } else if (isalpha((unsigned char)*s)) {
        t.kind = NAME;
        while (isalnum((unsigned char)s[t.len]))
            t.len++;
    } else if (ispunct((unsigned char)*s) || *s == ' ' || *s == '\n') {
        t.kind = OP;
        t.len = 1;
    }
    return t;
}

int main(void)
{
    char line[24];
    const char *p;
    int n = 0;

    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    for (p = line; *p != '\0'; ) {
        struct token t = next_token(p);

        assert(t.len >= 1);
        p += t.len;
        n++;
    }
    printf("%d tokens\n", n);
    return 0;
}
