// expect: safe
// Append words to a string that grows as needed.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sb {
    char *s;
    size_t len, cap;
};

static int sb_add(struct sb *b, const char *word)
{
    size_t n = strlen(word);

    if (b->len + n + 1 > b->cap) {
        size_t cap = 2 * (b->len + n + 1);
        char *p = realloc(b->s, cap);

        if (p == NULL)
            return -1;
        b->s = p;
        b->cap = cap;
    }
    assert(b->len + n < b->cap);
    memcpy(b->s + b->len, word, n + 1);
    b->len += n;
    return 0;
}

int main(int argc, char **argv)
{
    struct sb b;
    int i;

    b.len = 0;
    b.cap = 8;
    b.s = malloc(b.cap);
    if (b.s == NULL)
        return 1;
    b.s[0] = '\0';
    for (i = 1; i < argc && i < 4; i++) {
        if (strlen(argv[i]) > 16)
            continue;
        if (sb_add(&b, argv[i]) != 0)
            break;
    }
    puts(b.s);
    free(b.s);
    return 0;
}
