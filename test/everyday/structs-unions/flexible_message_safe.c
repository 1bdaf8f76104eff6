// expect: safe
// Messages with a flexible array member.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    size_t len;
    char text[];
};

static struct message *message_new(size_t len)
{
    struct message *m = calloc(1, sizeof *m + len + 1);

    if (m != NULL)
        m->len = len;
    return m;
}

static struct message *message_clone(const struct message *m)
{
    struct message *c = message_new(m->len);

    if (c != NULL)
        memcpy(c, m, sizeof *m + m->len + 1);
    return c;
}

int main(int argc, char **argv)
{
    struct message *m, *c;

    if (argc < 2 || strlen(argv[1]) > 10)
        return 1;
    m = message_new(strlen(argv[1]));
    if (m == NULL)
        return 1;
    strcpy(m->text, argv[1]);
    c = message_clone(m);
    if (c != NULL) {
        assert(c->len == m->len);
        assert(strcmp(c->text, m->text) == 0);
        puts(c->text);
    }
    free(c);
    free(m);
    return 0;
}
