// expect: unsafe line 25
// fails with: args "abcdefghijklmnop=1"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define KEY_MAX 16

struct pair {
    char key[KEY_MAX];
    const char *value;
};

/* Splits "key=value"; returns 0 if the argument is malformed. */
static int parse_pair(const char *arg, struct pair *p)
{
    const char *eq = strchr(arg, '=');
    size_t klen;

    if (eq == NULL || eq == arg)
        return 0;
    klen = (size_t)(eq - arg);
    if (klen > KEY_MAX)
        return 0;
    assert(klen + 1 <= sizeof p->key);
    memcpy(p->key, arg, klen);
    p->key[klen] = '\0';
    p->value = eq + 1;
    return 1;
}

int main(int argc, char **argv)
{
    struct pair p;
    int i;

    for (i = 1; i < argc; i++) {
        if (!parse_pair(argv[i], &p)) {
            fprintf(stderr, "bad argument: %s\n", argv[i]);
            return 1;
        }
        printf("%s -> %s\n", p.key, p.value);
    }
    return 0;
}
