// expect: unsafe line 62
// fails with: args "abc"
// Strings share their text until one of them is changed.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    int refs;
    char s[8];
};

static struct text *detach(struct text *t)
{
    struct text *copy;

    if (t->refs == 1)
        return t;
    copy = malloc(sizeof *copy);
    if (copy == NULL)
        exit(1);
    memcpy(copy->s, t->s, sizeof copy->s);
    copy->refs = 1;
    t->refs--;
    return copy;
}

static void to_upper(struct text **t)
{
    char *p;

    p = (*t)->s;
    *t = detach(*t);
    for (; *p != '\0'; p++)
        *p = (char)toupper((unsigned char)*p);
}

static void drop(struct text *t)
{
    if (--t->refs == 0)
        free(t);
}

int main(int argc, char **argv)
{
    struct text *a, *b;

    if (argc < 2 || strlen(argv[1]) >= sizeof a->s)
        return 1;
    a = malloc(sizeof *a);
    if (a == NULL)
        return 1;
    a->refs = 1;
    memset(a->s, 0, sizeof a->s);
    strcpy(a->s, argv[1]);

    b = a;
    b->refs++;
    to_upper(&b);
    assert(strcmp(a->s, argv[1]) == 0);
    printf("%s %s\n", a->s, b->s);
    drop(a);
    drop(b);
    return 0;
}
