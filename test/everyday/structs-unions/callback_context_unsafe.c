// expect: unsafe line 40
// fails with: args "12" "34"
// Count the digits of every argument with a callback and its context.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAXLEN 8

typedef void (*visit_fn)(char c, void *ctx);

struct counter {
    size_t digits;
};

static void count_digit(char c, void *ctx)
{
    struct counter *k = ctx;

    if (isdigit((unsigned char)c))
        k->digits++;
}

static void for_each(const char *s, visit_fn visit, void *ctx)
{
    while (*s != '\0')
        visit(*s++, ctx);
}

int main(int argc, char **argv)
{
    struct counter k = { 0 };
    int i;

    for (i = 1; i < argc && i <= 3; i++) {
        if (strlen(argv[i]) > MAXLEN)
            continue;
        for_each(argv[i], count_digit, &k);
        assert(k.digits <= strlen(argv[i]));
        printf("%zu digits\n", k.digits);
    }
    return 0;
}
