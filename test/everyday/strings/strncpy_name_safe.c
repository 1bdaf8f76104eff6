// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define NAME_LEN 8

struct user {
    char name[NAME_LEN];
    int id;
};

static void set_user(struct user *u, const char *name, int id)
{
    memset(u, 0, sizeof *u);
    strncpy(u->name, name, NAME_LEN - 1);
    u->name[NAME_LEN - 1] = '\0';
    u->id = id;
}

int main(int argc, char **argv)
{
    struct user users[3];
    int n = 0;
    int i;

    for (i = 1; i < argc && n < 3; i++) {
        set_user(&users[n], argv[i], 100 + n);
        assert(memchr(users[n].name, '\0', NAME_LEN) != NULL);
        n++;
    }
    for (i = 0; i < n; i++)
        printf("%d %s\n", users[i].id, users[i].name);
    return 0;
}
