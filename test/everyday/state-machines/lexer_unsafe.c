// expect: unsafe line 36
// fails with: stdin "abcdefgh+1"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#define TOKEN_MAX 8

enum kind { END, NUMBER, NAME, OTHER };

static char token[TOKEN_MAX];
static int look;                /* one character of lookahead */

static enum kind next_token(void)
{
    int n = 0;
    enum kind k;

    while (look != EOF && isspace(look))
        look = getchar();
    if (look == EOF)
        return END;
    if (isdigit(look))
        k = NUMBER;
    else if (isalpha(look))
        k = NAME;
    else
        k = OTHER;

    do {
        if (n < TOKEN_MAX)
            token[n++] = (char)look;
        look = getchar();
    } while (k != OTHER && look != EOF && isalnum(look));

    assert(n > 0 && n < TOKEN_MAX);
    token[n] = '\0';
    return k;
}

int main(void)
{
    static const char *const name[] = { "end", "number", "name", "other" };
    enum kind k;

    look = getchar();
    while ((k = next_token()) != END)
        printf("%s %s\n", name[k], token);
    return 0;
}
